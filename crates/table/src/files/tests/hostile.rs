//! Records of commits, partial results and links that someone else has put into the folder of a target.

use super::super::partial::Partial;
use super::super::target::Target;
use super::*;

/// A folder with foreign files: `work` is the folder of the target `out.csv`, `home` is another one.
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
const OWN: [&str; 5] = [
    "work/out.csv",
    "work/.out.csv.0123456789.tmp",
    "work/out.csv.part",
    "work/out.csv.part.json",
    "work/out-00000-of-00002.csv",
];

/// The beginning of a record.
const BEGIN: &str = r#"{"minirow-commit":1,"token":"t","main":null,"others":[],"changes":["#;

/// Returns a record with changes.
fn record(changes: &str) -> String {
    format!(r#"{BEGIN}{changes}]}}"#)
}

impl Place {
    fn new() -> Place {
        let place = Place { folder: folder() };
        fs::create_dir_all(place.at("home")).unwrap();
        fs::create_dir_all(place.at("work/folder")).unwrap();
        FOREIGN.iter().chain(&OWN).for_each(|name| fs::write(place.at(name), name).unwrap());
        place
    }

    /// Creates the folder with a record of `out.csv`.
    fn with(text: &str) -> Place {
        let place = Place::new();
        fs::write(place.at("work/.out.csv.commit"), text).unwrap();
        place
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, options: &WriteOptions) -> Result<Written> {
        write(&self.at("work/out.csv"), options, "new")
    }

    #[track_caller]
    fn assert_foreign_files_stay(&self, case: &str) {
        for name in FOREIGN {
            assert_eq!(fs::read_to_string(self.at(name)).unwrap_or_default(), name, "{case}: {name}");
        }
    }
}

#[test]
fn a_foreign_record_is_refused_and_kept() {
    let random = r#""random":"0123456789""#;
    for changes in [
        r#"{"name":{"random":"../thesis","name":"target"}}"#,
        r#"{"name":{"random":"0123456789/","name":"target"}}"#,
        r#"{"name":{"random":"012345678A","name":"target"}}"#,
        r#"{"name":{"random":"","name":"target"}}"#,
        r#"{"name":{"random":"0123456789","name":"thesis"}}"#,
        r#"{"name":{"random":"0123456789","name":{"shard":["../x",1]}}}"#,
        r#"{"remove":"../home/thesis"}"#,
        r#"{"remove":{"shard":[-1,2]}}"#,
        &format!(r#"{{"take-out":{{{random},"file":"../other"}}}}"#),
        &format!(r#"{{"take-out":{{{random},"file":"/home/thesis"}}}}"#),
        &format!(r#"{{"take-out":{{{random},"file":"folder/thesis"}}}}"#),
        &format!(r#"{{"take-out":{{{random},"file":""}}}}"#),
        &format!(r#"{{"take-out":{{{random},"file":"."}}}}"#),
        &format!(r#"{{"swap":{{{random},"identity":1,"entries":["../other"]}}}}"#),
        &format!(r#"{{"swap":{{{random},"identity":1,"entries":["a","/home/thesis"]}}}}"#),
        &format!(r#"{{"swap":{{{random},"identity":1,"entries":["a/../../other"]}}}}"#),
        &format!(r#"{{"swap":{{{random},"identity":1,"entries":[""]}}}}"#),
    ] {
        let texts = [record(changes), record(&format!(r#""part",{changes}"#))];
        for text in texts.iter().chain([&record(changes).replace(":1,\"token", ":2,\"token"), &changes.to_string()]) {
            let place = Place::with(text);
            let before = listing(place.folder.path());
            let found = place.write(&FORCE).unwrap_err();
            assert!(matches!(found, Error::Foreign { .. }), "{text}: {found}");
            let expected = "work/.out.csv.commit: is not a record of this version of minirow; ";
            assert!(found.to_string().contains(expected), "{found}");
            assert_eq!(found.kind(), ErrorKind::Usage);
            assert_eq!(listing(place.folder.path()), before, "{text}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_record_that_is_no_file_of_the_user_is_refused() {
    let place = Place::new();
    fs::write(place.at("home/record"), record(r#"{"remove":"target"}"#)).unwrap();
    let path = place.at("work/.out.csv.commit");
    let refused = || message(place.write(&FORCE));
    fs::hard_link(place.at("home/record"), &path).unwrap();
    assert!(refused().contains(".out.csv.commit: is a record of another user, or has another name; "));
    fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink(place.at("home/record"), &path).unwrap();
    assert!(refused().contains(".out.csv.commit: is not a file, expected a record of minirow; "));
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(refused().contains("is not a file, expected a record of minirow; "));
    assert_eq!(fs::read_to_string(place.at("work/out.csv")).unwrap(), "work/out.csv");
}

/// A run that may not replace files does not do it for a record either.
#[test]
fn a_record_replaces_nothing_without_permission() {
    for changes in [
        r#"{"name":{"random":"0123456789","name":"target"}}"#,
        r#"{"remove":"target"}"#,
        r#"{"remove":"part"}"#,
        r#"{"remove":{"shard":[0,2]}}"#,
        r#""part""#,
        r#"{"swap":{"random":"0123456789","identity":1,"entries":["a"]}}"#,
    ] {
        let place = Place::with(&record(changes));
        let before = listing(place.folder.path());
        let refused = message(place.write(&NEW));
        assert!(refused.ends_with(
            "out.csv: an interrupted run was giving its files their names; --force or --resume completes that"
        ));
        assert_eq!(listing(place.folder.path()), before, "{changes}");
        assert_eq!(place.write(&FORCE).is_err(), changes.contains("swap"), "{changes}");
        place.assert_foreign_files_stay(changes);
    }
    // Nor is a record completed that no run writes.
    let name = r#"{"name":{"random":"0123456789","name":"target"}},{"remove":"target"}"#;
    assert!(matches!(Place::with(&record(name)).write(&FORCE), Err(Error::Interrupted(_))));
}

/// The record of another target changes files only if it is of the same commit.
#[test]
fn a_record_completes_only_records_of_its_commit() {
    for (token, is_of_commit) in [("t", true), ("u", false)] {
        let place = Place::new();
        let home = place.at("home").canonicalize().unwrap();
        let other = json!(home.join("thesis").as_os_str().as_encoded_bytes()).to_string();
        let main = record("").replace("\"others\":[]", &format!("\"others\":[{other}]"));
        fs::write(place.at("work/.out.csv.commit"), main).unwrap();
        let named = record(r#"{"name":{"random":"0123456789","name":"target"}}"#);
        let main = json!(place.at("work").canonicalize().unwrap().join("out.csv").as_os_str().as_encoded_bytes());
        let named = named.replace("\"token\":\"t\"", &format!("\"token\":\"{token}\""));
        let named = named.replace("\"main\":null", &format!("\"main\":{main}"));
        fs::write(place.at("home/.thesis.commit"), named).unwrap();
        let before = listing(&place.at("home"));
        assert!(place.write(&NEW).is_err(), "out.csv exists");
        assert_eq!(fs::read_to_string(place.at("home/thesis")).unwrap(), "home/thesis");
        place.write(&FORCE).unwrap();
        if is_of_commit {
            assert_eq!(fs::read_to_string(place.at("home/thesis")).unwrap(), FOREIGN[1]);
            assert!(!place.at("home/.thesis.commit").exists());
        } else {
            assert_eq!(listing(&place.at("home")), before, "the files of another commit stay");
        }
        assert!(!place.at("home/.thesis.lock").exists());
        assert_eq!(fs::read_to_string(place.at(OWN[0])).unwrap(), "new");
    }
    // Without the record of the main target, another one counts for nothing, and its temporary files are removed.
    let place = Place::new();
    let main = json!(place.at("work/none").as_os_str().as_encoded_bytes()).to_string();
    let other = record(r#"{"name":{"random":"0123456789","name":"target"}}"#);
    let other = other.replace("\"main\":null", &format!("\"main\":{main}"));
    fs::write(place.at("work/.out.csv.commit"), other).unwrap();
    assert!(message(place.write(&NEW)).ends_with("exists already; --force overwrites it"));
    assert_eq!(fs::read_to_string(place.at(OWN[0])).unwrap(), OWN[0]);
    assert!(!place.at("work/.out.csv.commit").exists() && !place.at(OWN[1]).exists());
}

/// A link within a partial folder, or one that is replaced, leads to no other file.
#[cfg(unix)]
#[test]
fn a_record_that_leads_through_a_link_changes_nothing_there() {
    use std::os::unix::fs::symlink;
    let swap = r#"{"swap":{"random":"bbbbbbbbbb","identity":1,"entries":["link/thesis"]}}"#;
    let take_out = r#"{"take-out":{"random":"bbbbbbbbbb","file":"thesis"}}"#;
    for (link, changes) in [("work/out.csv.part", take_out), ("work/.out.csv.bbbbbbbbbb.tmp/link", swap)] {
        let place = Place::with(&record(changes));
        fs::remove_file(place.at("work/out.csv.part")).unwrap();
        fs::create_dir_all(place.at(link).parent().unwrap()).unwrap();
        symlink(place.at("home"), place.at(link)).unwrap();
        let _ = place.write(&FORCE);
        place.assert_foreign_files_stay(changes);
    }
}

/// A partial folder with links, or that is one, is not filled.
#[cfg(unix)]
#[test]
fn a_partial_folder_does_not_lead_elsewhere() {
    use std::os::unix::fs::symlink;
    let open = |place: &Place, options: &WriteOptions| {
        StagedFolder::open(&place.at("work/data"), &json!({ "seed": 1 }), options, &|_| true, &|_| true)
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

/// A shard or a manifest, whose name follows from that of the target, is neither a link nor a pipe.
#[cfg(unix)]
#[test]
fn files_that_follow_from_the_target_are_files() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    let names = ["work/out.csv.manifest.json", "work/out-00001-of-00002.csv"].map(|name| place.at(name));
    for path in &names {
        symlink(place.at("home/thesis"), path).unwrap();
        for options in [&NEW, &FORCE] {
            let mut group = FileGroup::new(options);
            let _ = group.reserve(&place.at("work/out.csv"));
            let expected = ": is a link, expected a file; move it away";
            assert!(
                message(group.reserve(path)).ends_with(expected) && message(group.create(path)).ends_with(expected)
            );
        }
        fs::remove_file(path).unwrap();
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.unwrap().success());
        let mut group = FileGroup::new(&FORCE);
        group.reserve(&place.at("work/out.csv")).unwrap();
        let expected = ": is a device or a pipe, expected a file";
        assert!(message(group.reserve(path)).ends_with(expected) && message(group.create(path)).ends_with(expected));
    }
    place.assert_foreign_files_stay("links and pipes");
}

/// A recipe can permit the resumed run to overwrite files, so that of someone else is refused.
#[cfg(unix)]
#[test]
fn the_recipe_of_someone_else_is_refused() {
    let place = Place::new();
    let target = place.at("work/pack.csv");
    fs::write(place.at("home/recipe"), r#"{"seed":1,"force":true}"#).unwrap();
    fs::hard_link(place.at("home/recipe"), place.at("work/pack.csv.part.json")).unwrap();
    fs::write(place.at("work/pack.csv.part"), "row\n").unwrap();
    fs::write(&target, "old").unwrap();
    let refused = message(GrowingFile::open(&target, &json!({ "seed": 1 }), &RESUME, accept));
    assert!(refused.ends_with("is of another user, or has another name; --force starts over"), "{refused}");
    fs::remove_file(place.at("work/pack.csv.part.json")).unwrap();
    fs::write(place.at("work/pack.csv.part.json"), format!(r#"{{"seed":[{}1]}}"#, "1,".repeat(1 << 20))).unwrap();
    let refused = message(GrowingFile::open(&target, &json!({ "seed": 1 }), &RESUME, accept));
    assert!(refused.ends_with("is damaged: its recipe is larger than 1 MiB; --force starts over"), "{refused}");
    assert_eq!(fs::read_to_string(&target).unwrap(), "old");
}

/// Checksums of blocks that are not in order, or after the end of the partial file, take no memory.
#[test]
fn the_blocks_of_a_recipe_are_within_the_partial_file() {
    let place = Place::new();
    let target = place.at("work/pack.csv");
    fs::write(place.at("work/pack.csv.part"), "row 1\nrow 2\nrow 3\n").unwrap();
    for (blocks, expected) in [
        ("[6,\"0\"]\n[12,\"0\"]\n", 2),
        ("[6,\"0\"]\n[6,\"0\"]\n[12,\"0\"]\n", 1),
        ("[6,\"0\"]\n[19,\"0\"]\n", 1),
        (&format!("[6,\"{}\"]\n[12,\"0\"]\n", "0".repeat(100)), 0),
    ] {
        fs::write(place.at("work/pack.csv.part.json"), format!("{{\n}}\n{blocks}")).unwrap();
        let partial = Partial::lock(Target::file(&target).unwrap(), &NEW).unwrap();
        assert_eq!(partial.recipe().unwrap().1.len(), expected, "{blocks}");
    }
}

/// A partial folder is started over only if a run can have made its files.
#[test]
fn a_partial_folder_with_foreign_files_is_not_removed() {
    let place = Place::new();
    let open = |options: &WriteOptions| {
        let is_made = |file: &Path| file.extension() == Some("csv".as_ref());
        StagedFolder::open(&place.at("work/data"), &json!({ "seed": 1 }), options, &|_| true, &is_made)
    };
    drop(open(&NEW).unwrap());
    fs::write(place.at("work/data.part/rows.csv"), "").unwrap();
    fs::write(place.at("work/data.part/thesis"), "precious").unwrap();
    assert!(message(open(&FORCE)).contains("data.part/thesis: does not belong"));
    assert_eq!(names(&place.at("work/data.part")), ["rows.csv", "thesis"]);
    fs::remove_file(place.at("work/data.part/thesis")).unwrap();
    let begun = open(&FORCE).unwrap();
    assert!(names(begun.path()).is_empty());
}

/// Records of random changes, with files that have the names in them, change no foreign file.
#[test]
fn no_record_changes_a_foreign_file() {
    let size = crate::size::size(75);
    let texts = ["0123456789", "thesis", "../home/thesis", "folder/thesis", "other", "..", "", "/", "x/y"];
    let files =
        [r#""target""#, r#""part""#, r#""recipe""#, r#""manifest""#, r#"{"shard":[0,2]}"#, r#"{"shard":[1,2]}"#];
    let mut state: u64 = 7;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut accepted = 0;
    for _ in 0..size {
        let place = Place::new();
        let part = place.at("work/out.csv.part");
        if below(2) == 0 {
            fs::remove_file(&part).unwrap();
            fs::create_dir(&part).unwrap();
            fs::write(part.join("thesis"), "").unwrap();
        }
        let identity = system::identity(&fs::metadata(&part).unwrap());
        let mut changes = Vec::new();
        for _ in 0..=below(4) {
            let random = if below(8) > 0 { texts[0] } else { texts[below(texts.len())] };
            let (file, text) =
                (files[below(files.len())], if below(3) > 0 { "thesis" } else { texts[below(texts.len())] });
            changes.push(match below(5) {
                0 => format!(r#"{{"name":{{"random":"{random}","name":{file}}}}}"#),
                1 => r#""part""#.to_string(),
                2 => format!(r#"{{"take-out":{{"random":"{random}","file":"{text}"}}}}"#),
                3 => format!(r#"{{"swap":{{"random":"{random}","identity":{identity},"entries":["{text}"]}}}}"#),
                _ => format!(r#"{{"remove":{file}}}"#),
            });
        }
        let text = record(&changes.join(","));
        fs::write(place.at("work/.out.csv.commit"), &text).unwrap();
        accepted += usize::from(!matches!(place.write(&FORCE), Err(Error::Foreign { .. })));
        place.assert_foreign_files_stay(&text);
    }
    assert!(accepted > size / 10, "{accepted} of {size}");
}
