//! Journals, partial results and links that someone else has put into the folder of a target.

use sha2::{Digest, Sha256};

use super::super::operation::identity;
use super::*;
use crate::hex;

/// A folder with foreign files: `work` is the folder of the target `out`, `home` is another one.
struct Place {
    folder: TempDir,
}

/// Foreign files, some of which have the names of temporary files of other targets.
const FOREIGN: [&str; 9] = [
    "home/thesis",
    "home/.thesis.0123456789.tmp",
    "home/.x.0123456789.tmp",
    "home/out-00000-of-00002.csv",
    "work/other",
    "work/.other.0123456789.tmp",
    "work/.out.csv.tmp",
    "work/folder/thesis",
    "work/folder/.out.csv.0123456789.tmp",
];

/// Files of `out.csv` by their names.
const OWN: [&str; 3] = ["work/out.csv", "work/.out.csv.0123456789.tmp", "work/out.csv.part"];

impl Place {
    fn new() -> Place {
        let place = Place { folder: folder() };
        fs::create_dir_all(place.at("home")).unwrap();
        fs::create_dir_all(place.at("work/folder")).unwrap();
        FOREIGN.iter().chain(&OWN).for_each(|name| fs::write(place.at(name), name).unwrap());
        place
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns records of a commit. `{top}` is the path of the folder, and `#NAME#` the identity of a file.
    fn committed(&self, records: &str) -> String {
        let top = self.folder.path().canonicalize().unwrap();
        let mut text = records.replace("{top}", top.to_str().unwrap());
        for name in FOREIGN.iter().chain(&OWN).chain(&["work/folder", "home"]) {
            text = text.replace(&format!("#{name}#"), &identity(&self.at(name)).unwrap_or_default());
        }
        let sum = hex(&Sha256::digest(&text)[..8]);
        format!("{text}commit {sum}\n")
    }

    #[track_caller]
    fn assert_foreign_files_stay(&self, case: &str) {
        for name in FOREIGN {
            assert_eq!(fs::read_to_string(self.at(name)).unwrap_or_default(), name, "{case}: {name}");
        }
    }
}

#[test]
fn a_journal_that_lists_foreign_files_is_refused_and_kept() {
    for records in [
        "create other\n",
        "create ../home/thesis\n",
        "create {top}/home/thesis\n",
        "create {top}/home/.thesis.0123456789.tmp\n",
        "create ../home/.x.0123456789.tmp\n",
        "create ..%2fhome%2fthesis\n",
        "create .other.0123456789.tmp\n",
        "create .out.csv.0123456789.tmp/../other\n",
        "create folder/.out.csv.0123456789.tmp\n",
        "create out.csv\n",
        "create out.csv.part\n",
        "create folder\n",
        "create .out.csv.tmp\n",
        "create %00\n",
        "create %\n",
        "create C:\\thesis\n",
        "create ..\\other\n",
        "lock ..\n",
        "remove other #work/other#\n",
        "remove ../home/thesis #home/thesis#\n",
        "remove {top}/home/thesis #home/thesis#\n",
        "remove folder/thesis #work/folder/thesis#\n",
        "remove folder #work/folder#\n",
        "remove out.csv.part/../other #work/other#\n",
        "remove .other.0123456789.tmp #work/.other.0123456789.tmp#\n",
        "remove .. #home#\n",
        "remove ../home/out-00000-of-00002.csv #home/out-00000-of-00002.csv#\n",
        "name other out.csv #work/other# #work/out.csv#\n",
        "name ../home/thesis out.csv #home/thesis# #work/out.csv#\n",
        "name out.csv other #work/out.csv# #work/other#\n",
        "name out.csv ../home/new #work/out.csv# -\n",
        "name out.csv .out.csv.aaaaaaaaaa.tmp #work/out.csv# -\n",
        "name .out.csv.0123456789.tmp {top}/home/thesis #work/.out.csv.0123456789.tmp# #home/thesis#\n",
        "name .out.csv.0123456789.tmp ../home/out.csv #work/.out.csv.0123456789.tmp# -\n",
        "name out.csv.part/../other .out.csv.aaaaaaaaaa.tmp #work/other# -\n",
        "swap folder out.csv .out.csv.aaaaaaaaaa.tmp #work/folder# #work/out.csv#\n",
        "swap out.csv.part out.csv ../home/aside #work/out.csv.part# #work/out.csv#\n",
        "swap out.csv.part folder .out.csv.aaaaaaaaaa.tmp #work/out.csv.part# #work/folder#\n",
    ] {
        for suffix in ["", "abort\n", "done\n"] {
            let place = Place::new();
            let records = place.committed(records) + suffix;
            stale_journal(&place.at("work/.out.csv.journal"), &records);
            let before = listing(place.folder.path());
            let found = WholeFile::open(&place.at("work/out.csv"), &FORCE).unwrap_err();
            assert!(matches!(found, Error::ForeignJournal { .. }), "{records}: {found}");
            assert!(found.to_string().contains("work/.out.csv.journal: lists files that are not of its output; "));
            assert_eq!(found.kind(), ErrorKind::Usage);
            assert_eq!(listing(place.folder.path()), before, "{records}");
        }
    }
}

/// Files beside another target are changed only if its folder has a journal of the same run.
#[test]
fn files_of_another_target_need_its_journal() {
    let records = "lock {top}/home/thesis\ncreate {top}/home/.thesis.0123456789.tmp\n\
        name {top}/home/.thesis.0123456789.tmp {top}/home/thesis #home/.thesis.0123456789.tmp# #home/thesis#\n";
    let main = |place: &Place| encode(&place.at("work").canonicalize().unwrap().join("out.csv"));
    for (case, is_of_run) in
        [("none", false), ("alone", false), ("of another run", false), ("foreign", false), ("its", true)]
    {
        let place = Place::new();
        let journal = place.at("home/.thesis.journal");
        match case {
            "none" => {}
            "alone" => stale_journal(&journal, ""),
            "of another run" => stale_header(&journal, &format!(" {}x\n", main(&place))),
            "foreign" => fs::write(&journal, "my diary\n").unwrap(),
            _ => stale_header(&journal, &format!(" {}\n", main(&place))),
        }
        stale_journal(&place.at("work/.out.csv.journal"), "");
        let (locks, operations) = records.split_once("create").unwrap();
        let operations = format!("create{operations}");
        let (created, named) = operations.split_once('\n').unwrap();
        let top = place.folder.path().canonicalize().unwrap();
        let text = |text: &str| text.replace("{top}", top.to_str().unwrap());
        let lines = text(locks) + &text(created) + "\n" + &place.committed(named);
        stale_journal(&place.at("work/.out.csv.journal"), &lines);
        write(&place.at("work/out.csv"), &FORCE, "new").unwrap();
        if is_of_run {
            assert_eq!(fs::read_to_string(place.at("home/thesis")).unwrap(), FOREIGN[1]);
            assert!(!journal.exists() && !place.at(FOREIGN[1]).exists());
        } else {
            place.assert_foreign_files_stay(case);
            assert_eq!(journal.exists(), case != "none", "{case}");
        }
        assert_eq!(fs::read_to_string(place.at(OWN[0])).unwrap(), "new", "{case}");
        assert!(!place.at("work/.out.csv.journal").exists(), "{case}");
    }
}

fn encode(path: &Path) -> String {
    super::super::words::encode_path(path, Path::new("/none"))
}

/// A link within a partial folder, or one that is replaced, leads to no other file.
#[cfg(unix)]
#[test]
fn a_journal_that_leads_through_a_link_removes_nothing_there() {
    use std::os::unix::fs::symlink;
    for (folder, records) in [
        ("work/out.csv.part", "remove out.csv.part/link/thesis #home/thesis#\n"),
        ("work/out.csv.part", "name out.csv.part/link/thesis .out.csv.aaaaaaaaaa.tmp #home/thesis# -\n"),
        ("work/.out.csv.bbbbbbbbbb.tmp", "remove .out.csv.bbbbbbbbbb.tmp/link/thesis #home/thesis#\n"),
    ] {
        for end in ["", "abort\n"] {
            let place = Place::new();
            fs::remove_file(place.at("work/out.csv.part")).unwrap();
            fs::create_dir(place.at(folder)).unwrap();
            symlink(place.at("home"), place.at(folder).join("link")).unwrap();
            let lines = place.committed(records) + end;
            stale_journal(&place.at("work/.out.csv.journal"), &lines);
            write(&place.at("work/out.csv"), &FORCE, "new").unwrap();
            place.assert_foreign_files_stay(records);
        }
    }
    // An undone commit gives no name there either.
    let place = Place::new();
    fs::remove_file(place.at("work/out.csv.part")).unwrap();
    fs::create_dir(place.at("work/out.csv.part")).unwrap();
    symlink(place.at("home"), place.at("work/out.csv.part/link")).unwrap();
    let record = "name out.csv.part/link/new .out.csv.0123456789.tmp #work/.out.csv.0123456789.tmp# -\n";
    stale_journal(&place.at("work/.out.csv.journal"), &(place.committed(record) + "abort\n"));
    write(&place.at("work/out.csv"), &FORCE, "new").unwrap();
    assert!(!place.at("home/new").exists());
}

/// A partial folder with links, or that is one, is not filled.
#[cfg(unix)]
#[test]
fn a_partial_folder_does_not_lead_elsewhere() {
    use std::os::unix::fs::symlink;
    let open = |place: &Place, options: &WriteOptions| {
        StagedFolder::open(&place.at("work/data"), &json!({ "seed": 1 }), options, &|_| true)
    };
    let begun = || {
        let place = Place::new();
        drop(open(&place, &NEW).unwrap());
        place
    };
    let place = begun();
    fs::remove_dir(place.at("work/data.part")).unwrap();
    symlink(place.at("home"), place.at("work/data.part")).unwrap();
    for options in [RESUME, FORCE] {
        assert!(message(open(&place, &options)).contains("data.part: does not belong"));
        place.assert_foreign_files_stay("a link to a folder");
    }
    for (target, name) in [("home", "csv"), ("home/thesis", "README.md")] {
        let place = begun();
        symlink(place.at(target), place.at("work/data.part").join(name)).unwrap();
        assert!(message(open(&place, &RESUME)).contains(&format!("data.part/{name}: does not belong")));
        drop(open(&place, &FORCE).unwrap()); // removes the link
        place.assert_foreign_files_stay(name);
    }
    let place = begun();
    fs::hard_link(place.at("home/thesis"), place.at("work/data.part/README.md")).unwrap();
    open(&place, &RESUME).unwrap().put("README.md", b"new").unwrap();
    place.assert_foreign_files_stay("a second name");
}

/// Journals of random records, with right checksums and identities, change no foreign file.
#[test]
fn no_journal_changes_a_foreign_file() {
    let size = std::env::var("MINIROW_TEST_SIZE").ok().and_then(|size| size.parse().ok()).unwrap_or(300);
    let own = [
        "out.csv",
        "out.csv.part",
        "out.csv.part.json",
        "out-00000-of-00002.csv",
        ".out.csv.0123456789.tmp",
        ".out.csv.part.0123456789.tmp",
        "out.csv.part/x",
        ".out.csv.0123456789.tmp/x/y",
    ];
    let others = [
        "../home/thesis",
        "../home/thesis",
        ".other.journal",
        "other",
        "folder",
        "folder/thesis",
        "..",
        ".",
        "{top}/home/thesis",
        "{top}/home/.x.0123456789.tmp",
        ".other.0123456789.tmp",
        "folder/.out.csv.0123456789.tmp",
        "%",
        "%00",
    ];
    let mut state: u64 = 7;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    for _ in 0..size {
        let place = Place::new();
        let mut text = String::new();
        for _ in 0..=below(4) {
            let mut path = || if below(3) > 0 { own[below(own.len())] } else { others[below(others.len())] };
            let [from, to, aside] = [path(), path(), path()];
            let id = |of: &str| identity(&place.at("work").join(of.replace("{top}/", "../"))).unwrap_or("1:1:1".into());
            let (new, old) = (id(from), if place.at("work").join(to).exists() { id(to) } else { "-".into() });
            text += &match below(5) {
                0 => format!("create {from}\n"),
                1 => format!("lock {from}\n"),
                2 => format!("name {from} {to} {new} {old}\n"),
                3 => format!("swap {from} {to} {aside} {new} {old}\n"),
                _ => format!("remove {from} {new}\n"),
            };
        }
        let operations: String = text
            .split_inclusive('\n')
            .filter(|line| !line.starts_with("create") && !line.starts_with("lock"))
            .collect();
        let listed: String =
            text.split_inclusive('\n').filter(|line| line.starts_with("create") || line.starts_with("lock")).collect();
        let top = place.folder.path().canonicalize().unwrap();
        let lines =
            listed.replace("{top}", top.to_str().unwrap()) + &place.committed(&operations) + ["", "abort\n"][below(2)];
        stale_journal(&place.at("work/.out.csv.journal"), &lines);
        let _ = write(&place.at("work/out.csv"), &FORCE, "new");
        place.assert_foreign_files_stay(&lines);
    }
}
