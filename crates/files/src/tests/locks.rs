//! Locks that an ended run or someone else has left, and the temporary files beside them.

use super::*;

/// Writes the lock of a run that has ended.
fn stale_lock(path: &Path) {
    fs::write(path, "minirow-lock 2 \"old run (process 99999999 on elsewhere)\"\n").unwrap();
}

/// Files that have the form of a temporary file count as those of a run that has left its lock.
#[test]
fn after_a_crash_the_temporary_files_of_the_target_are_removed() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let own = [".out.0123456789.tmp", ".out.00000abcde.tmp"];
    let others = [
        ".other.0123456789.tmp",
        ".out.old.0123456789.tmp",
        ".out.012345678.tmp",
        ".out.012345678G.tmp",
        ".out.tmp",
        ".out-00001-of-00002.0123456789.tmp",
        ".out.part.0123456789.tmp",
        "out.0123456789.tmp",
        "else/.out.0123456789.tmp",
        ".out.0000000001.tmp/file",
    ];
    for name in own.iter().chain(&others) {
        fs::create_dir_all(at(name).parent().unwrap()).unwrap();
        fs::write(at(name), "").unwrap();
    }
    let all = listing(folder.path());
    write(&at("out"), &NEW, "new").unwrap();
    fs::remove_file(at("out")).unwrap();
    assert_eq!(listing(folder.path()), all, "no run has left its lock");
    stale_lock(&at(".out.lock"));
    write(&at("out"), &NEW, "new").unwrap();
    let left: Vec<String> = names(folder.path());
    assert!(others.iter().chain(&["out"]).all(|name| left.contains(&name.to_string())), "{left:?}");
    assert_eq!(left.len(), others.len() + 1, "{left:?}");
}

#[test]
fn a_foreign_lock_is_not_touched() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("precious"), "precious").unwrap();
    let refused = |why: &str| {
        let before = listing(folder.path());
        let refusal = message(WholeFile::open(&at("out"), &FORCE));
        assert!(refusal.ends_with(&format!("{why}; if no run is writing beside it, move it away")), "{refusal}");
        assert_eq!(listing(folder.path()), before);
    };
    for foreign in [
        "my diary",
        "minirow-lock 1 \"run\"\n",
        "minirow-lock 2 {}\n",
        "line\nline\n",
        "minirow-lock 2 of my diary",
        "minirow-lock 2 \"run\"\nline\n",
    ] {
        fs::write(at(".out.lock"), foreign).unwrap();
        refused("is not a lock of this version of minirow");
    }
    #[cfg(unix)]
    {
        // A file that has another name is not written, whatever it has.
        fs::remove_file(at(".out.lock")).unwrap();
        for text in ["", "minirow-lo"] {
            fs::write(at("lock"), text).unwrap();
            fs::hard_link(at("lock"), at(".out.lock")).unwrap();
            refused("is a lock of another user, or has another name");
            fs::remove_file(at(".out.lock")).unwrap();
        }
        stale_lock(&at("lock"));
        let before = fs::read(at("lock")).unwrap();
        fs::hard_link(at("lock"), at(".out.lock")).unwrap();
        write(&at("out"), &NEW, "new").unwrap();
        assert_eq!(fs::read(at("lock")).unwrap(), before);
        fs::remove_file(at("out")).unwrap();
        std::os::unix::fs::symlink("lock", at(".out.lock")).unwrap();
        refused("is not a file, expected a lock of minirow");
        fs::remove_file(at("lock")).unwrap();
    }
    // A lock with an incomplete line is used.
    fs::remove_file(at(".out.lock")).unwrap();
    for begun in ["", "minirow-lo", "minirow-lock 2 \"old"] {
        fs::write(at(".out.lock"), begun).unwrap();
        write(&at("out"), &FORCE, "new").unwrap();
        assert_eq!(names(folder.path()), ["out", "precious"]);
    }
}

#[test]
fn without_locks_that_of_a_run_that_may_be_running_is_respected() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    stale_lock(&at(".out.lock"));
    fault::with("plain", || {
        let refusal = message(WholeFile::open(&at("out"), &NEW));
        let expected =
            "another run is writing it: old run (process 99999999 on elsewhere); if that run has ended, remove ";
        assert!(refusal.contains(expected) && refusal.ends_with("/.out.lock"), "{refusal}");
    });
    fs::remove_file(at(".out.lock")).unwrap();
    fault::with("plain", || write(&at("out"), &NEW, "new").unwrap());
    assert_eq!(names(folder.path()), ["out"]);
}

/// A group can have more files than a process can have open.
#[cfg(target_os = "linux")]
#[test]
fn only_the_lock_of_the_main_target_is_open() {
    let folder = folder();
    let is_here = |link: &Path| fs::read_link(link).is_ok_and(|path| path.starts_with(folder.path()));
    let open =
        || fs::read_dir("/proc/self/fd").unwrap().filter(|entry| is_here(&entry.as_ref().unwrap().path())).count();
    let mut group = FileGroup::new(&NEW);
    for number in 0..40 {
        group.put(&folder.path().join(format!("{number}")), b"new").unwrap();
    }
    assert_eq!(open(), 1);
    group.commit().unwrap();
    assert_eq!(names(folder.path()).len(), 40);
}

#[test]
fn the_other_targets_are_locked_with_the_main_one() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    for faults in ["", "plain"] {
        fault::with(faults, || {
            let mut group = FileGroup::open(&at("main"), &WriteOptions { label: "first run", ..NEW }).unwrap();
            group.reserve(&at("other")).unwrap();
            let refusal = message(WholeFile::open(&at("other"), &NEW));
            assert!(refusal.contains("/other: another run is writing it: first run"), "{refusal}");
            let mut second = FileGroup::open(&at("third"), &NEW).unwrap();
            assert!(matches!(second.reserve(&at("other")), Err(Error::Locked(..))));
            drop((group, second));
            drop(WholeFile::open(&at("other"), &NEW).unwrap());
        });
    }
    assert!(names(folder.path()).is_empty());
}

/// A run that has ended with several targets does not lock out the next one, whatever that has as its main target.
#[test]
fn after_a_crash_other_targets_are_free() {
    for order in [["main", "other"], ["other", "main"], ["third", "other"]] {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        stale_lock(&at(".main.lock"));
        fs::hard_link(at(".main.lock"), at(".other.lock")).unwrap();
        let mut group = FileGroup::new(&NEW);
        order.iter().for_each(|name| drop(group.put(&at(name), b"new").unwrap()));
        group.commit().unwrap();
        assert!(order.iter().all(|name| at(name).exists()) && !at(".other.lock").exists(), "{order:?}");
    }
}
