//! Records of commits, partial results and links that someone else has put into the folder of a target.

use super::super::blocks::Block;
use super::super::partial::Partial;
use super::super::target::Target;
use super::*;

/// A folder with foreign files: `work` is the folder of the target `out.csv`, `home` is another one.
struct Place {
    folder: TempDir,
}

/// Foreign files, some of which have the names of temporary files of other targets.
const FOREIGN: [&str; 10] = [
    "home/thesis",
    "home/.thesis.0123456789.tmp",
    "home/.x.0123456789.tmp",
    "home/out-00000-of-00002.csv",
    "work/other",
    "work/.other.0123456789.tmp",
    "work/.out.csv.tmp",
    "work/folder/thesis",
    "work/folder/.out.csv.0123456789.tmp",
    "work/out-00000-of-00002.csv", // in no manifest
];

/// Files of `out.csv` by their names.
const OWN: [&str; 4] = ["work/out.csv", "work/.out.csv.0123456789.tmp", "work/out.csv.part", "work/out.csv.part.json"];

/// The beginning of a record.
const BEGIN: &str = r#"{"minirow-commit":1,"token":"t","main":null,"others":[],"changes":["#;

/// The token in a planted recipe.
const TOKEN: &str = r#""token":"0123456789abcdef0123""#;

/// Returns a recipe that looks like that of a run, with the checksum of a block.
fn planted_recipe(seed: u64, block: &str) -> String {
    let block = if block.is_empty() { String::new() } else { Block::new(block.len() as u64, block.as_bytes()).line() };
    format!("{{\"seed\":{seed},{TOKEN}}}\n{block}")
}

/// Returns a record with changes.
fn record(changes: &str) -> String {
    format!(r#"{BEGIN}{changes}]}}"#)
}

/// Returns the change of a folder that replaces one with an entry, and from whose partial folder a file is taken.
fn folder_change(entry: &str, taken: &str) -> String {
    let names = r#""new":"0123456789","old":"1111111111","identity":1"#;
    format!(r#"{{"folder":{{{names},"entries":["{entry}"],"taken":[["2222222222","{taken}"]]}}}}"#)
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
    for changes in [
        r#"{"name":{"random":"../thesis","name":"target"}}"#,
        r#"{"name":{"random":"0123456789/","name":"target"}}"#,
        r#"{"name":{"random":"012345678A","name":"target"}}"#,
        r#"{"name":{"random":"","name":"target"}}"#,
        r#"{"name":{"random":"0123456789","name":"thesis"}}"#,
        r#"{"name":{"random":"0123456789","name":{"shard":["../x",1]}}}"#,
        r#"{"remove":"../home/thesis"}"#,
        r#"{"remove":{"shard":[-1,2]}}"#,
        &folder_change("../other", "x"),
        &folder_change("/home/thesis", "x"),
        &folder_change("a/../../other", "x"),
        &folder_change("", "x"),
        &folder_change("x", "../other"),
        &folder_change("x", "/home/thesis"),
        &folder_change("x", "folder/thesis"),
        &folder_change("x", ""),
        &folder_change("x", "."),
        &folder_change("x", "x").replace("0123456789", "../thesis"),
        &folder_change("x", "x").replace("1111111111", "thesis"),
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

/// A run that may not replace or remove a file does not do it for a record either, and no run does it with a file of someone else.
#[test]
fn a_record_replaces_nothing_without_permission() {
    for (changes, is_permitted) in [
        (r#"{"name":{"random":"0123456789","name":"target"}}"#, true),
        (r#"{"remove":"target"}"#, true),
        (r#""part""#, false),
        (r#"{"remove":"part"}"#, false),
        (r#"{"remove":"recipe"}"#, false),
        (r#"{"remove":"manifest"}"#, false),
        (r#"{"remove":{"shard":[0,2]}}"#, false),
        (r#"{"name":{"random":"0123456789","name":"manifest"}}"#, false),
        (r#"{"name":{"random":"0123456789","name":{"shard":[0,2]}}}"#, false),
        (r#"{"name":{"random":"0123456789","name":"part"}}"#, false),
        (r#"{"name":{"random":"0123456789","name":"recipe"}}"#, false),
    ] {
        let place = Place::with(&record(changes));
        fs::write(place.at("work/out.csv.manifest.json"), "{}").unwrap();
        let before = listing(place.folder.path());
        let refused = |options: &WriteOptions| {
            let refused = message(place.write(options));
            let expected = match is_permitted {
                true => "out.csv: an interrupted run was giving its files their names; --force completes that",
                false => "does not tell what is beside it; if no run is writing beside it, move it away",
            };
            assert!(refused.ends_with(expected), "{refused}");
            assert_eq!(listing(place.folder.path()), before, "{changes}");
        };
        refused(&NEW);
        refused(&RESUME);
        if is_permitted {
            place.write(&FORCE).unwrap();
        } else {
            refused(&FORCE);
        }
        place.assert_foreign_files_stay(changes);
    }
    // No run writes two changes of a file.
    for changes in [
        r#"{"name":{"random":"0123456789","name":"target"}},{"remove":"target"}"#,
        r#""part",{"remove":"target"}"#,
        r#""part",{"name":{"random":"0123456789","name":"target"}}"#,
        r#""part",{"remove":"part"}"#,
    ] {
        for options in [NEW, RESUME, FORCE] {
            let place = Place::with(&record(changes));
            fs::remove_file(place.at("work/out.csv")).unwrap();
            let before = listing(place.folder.path());
            assert!(matches!(place.write(&options), Err(Error::Foreign { .. })), "{changes}");
            assert_eq!(listing(place.folder.path()), before, "{changes}");
        }
    }
}

/// The record of another target gives free names to its temporary files if it is of the same commit. The files that it would replace
/// or remove stay until a run with that target may do that.
#[test]
fn a_record_changes_no_file_of_another_target() {
    let replaced = r#"{"name":{"random":"0123456789","name":"target"}}"#;
    let removed = r#"{"remove":"target"}"#;
    for (token, changes, is_free) in
        [("t", replaced, true), ("t", replaced, false), ("t", removed, false), ("u", replaced, true)]
    {
        let place = Place::new();
        let home = place.at("home").canonicalize().unwrap();
        let other = json!(home.join("thesis").as_os_str().as_encoded_bytes()).to_string();
        let main = record("").replace("\"others\":[]", &format!("\"others\":[{other}]"));
        fs::write(place.at("work/.out.csv.commit"), main).unwrap();
        let main = json!(place.at("work").canonicalize().unwrap().join("out.csv").as_os_str().as_encoded_bytes());
        let named = record(changes).replace("\"token\":\"t\"", &format!("\"token\":\"{token}\""));
        let named = named.replace("\"main\":null", &format!("\"main\":{main}"));
        fs::write(place.at("home/.thesis.commit"), named).unwrap();
        if is_free {
            fs::remove_file(place.at("home/thesis")).unwrap();
        }
        let before = listing(&place.at("home"));
        let thesis = || fs::read_to_string(place.at("home/thesis")).ok();
        place.write(&FORCE).unwrap();
        assert_eq!(fs::read_to_string(place.at(OWN[0])).unwrap(), "new");
        match (token, is_free) {
            ("t", true) => {
                assert_eq!(thesis().as_deref(), Some(FOREIGN[1]));
                assert!(!place.at("home/.thesis.commit").exists());
            }
            ("t", false) => {
                assert_eq!(thesis().as_deref(), Some("home/thesis"));
                let run = |options: &WriteOptions| FileGroup::open(&place.at("home/thesis"), options).map(drop);
                assert!(matches!(run(&NEW), Err(Error::Interrupted { .. })));
                run(&FORCE).unwrap();
                assert_eq!(thesis().as_deref(), Some(FOREIGN[1]).filter(|_| changes == replaced));
            }
            _ => assert_eq!(listing(&place.at("home")), before, "the files of another commit stay"),
        }
        assert!(!place.at("home/.thesis.lock").exists());
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

/// The record of a folder moves and removes nothing but temporary files and folders, with any options.
#[test]
fn the_record_of_a_folder_changes_no_folder() {
    for (folder, part) in [(true, true), (true, false), (false, true)] {
        for identity_of in ["work/data", "work/data.part", "home"] {
            for options in [NEW, RESUME, FORCE] {
                let place = Place::new();
                for (name, exists) in [("work/data", folder), ("work/data.part", part)] {
                    if exists {
                        fs::create_dir(place.at(name)).unwrap();
                        fs::write(place.at(name).join("thesis"), name).unwrap();
                    }
                }
                let before = listing(place.folder.path());
                let identity = fs::metadata(place.at(identity_of)).map_or(0, |found| system::identity(&found));
                let change = folder_change("thesis", "thesis").replace(":1,", &format!(":{identity},"));
                fs::write(place.at("work/.data.commit"), record(&change)).unwrap();
                FileGroup::finish_interrupted(&place.at("work/data"), &options).unwrap();
                assert_eq!(listing(place.folder.path()), before, "{identity_of}");
            }
        }
    }
}

/// A link within a folder that is replaced leads to no other file.
#[cfg(unix)]
#[test]
fn a_record_that_leads_through_a_link_changes_nothing_there() {
    use std::os::unix::fs::symlink;
    for (link, entry) in [("work/.data.0123456789.tmp/link", "link/thesis"), ("work/.data.0123456789.tmp", "thesis")] {
        let place = Place::new();
        fs::create_dir(place.at("work/data")).unwrap();
        fs::create_dir_all(place.at(link).parent().unwrap()).unwrap();
        symlink(place.at("home"), place.at(link)).unwrap();
        for identity in [1, system::identity(&place.at("work/data").metadata().unwrap())] {
            let change = folder_change(entry, "x").replace("\"identity\":1", &format!("\"identity\":{identity}"));
            fs::write(place.at("work/.data.commit"), record(&change)).unwrap();
            let finished = FileGroup::finish_interrupted(&place.at("work/data"), &FORCE);
            // Where the folder of the record is not there, nothing is done.
            assert!(finished.is_ok() || identity == 1 && !place.at("work/.data.0123456789.tmp").is_symlink());
            place.assert_foreign_files_stay(entry);
            assert!(place.at(link).is_symlink());
        }
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
    fs::remove_dir_all(place.at("work/data.part")).unwrap();
    symlink(place.at("home"), place.at("work/data.part")).unwrap();
    for options in [RESUME, FORCE] {
        assert!(message(open(&place, &options)).contains("data.part: is not a folder; move it and "));
        place.assert_foreign_files_stay("a link to a folder");
    }
    for (target, name) in [("home", "csv"), ("home/thesis", "README.md")] {
        let place = begun();
        symlink(place.at(target), place.at("work/data.part").join(name)).unwrap();
        for options in [RESUME, FORCE] {
            assert!(message(open(&place, &options)).contains(&format!("data.part/{name}: does not belong")));
        }
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

/// A recipe that no run of the user has written is refused with all options, and nothing beside it is removed.
#[cfg(unix)]
#[test]
fn the_recipe_of_someone_else_is_refused() {
    let place = Place::new();
    let target = place.at("work/pack.csv");
    fs::write(place.at("home/recipe"), format!(r#"{{"seed":1,{TOKEN}}}"#)).unwrap();
    fs::hard_link(place.at("home/recipe"), place.at("work/pack.csv.part.json")).unwrap();
    fs::write(place.at("work/pack.csv.part"), "row\n").unwrap();
    fs::write(&target, "old").unwrap();
    let recipe = place.at("work/pack.csv.part.json");
    let assert_refused = |why: &str| {
        let before = listing(place.folder.path());
        for options in [NEW, RESUME, FORCE, WriteOptions { resume: true, ..FORCE }] {
            let refused = message(GrowingFile::open(&target, &[], b"", &json!({ "seed": 1 }), &options, accept));
            assert!(refused.contains(&format!("pack.csv.part.json: {why}")), "{refused}");
            assert!(refused.ends_with("pack.csv.part away"), "{refused}");
            assert_eq!(listing(place.folder.path()), before, "{why}");
        }
    };
    assert_refused("is of another user, or has another name; move it and ");
    fs::remove_file(&recipe).unwrap();
    for (text, why) in [
        (format!(r#"{{"seed":[{}1],{TOKEN}}}"#, "1,".repeat(2 << 20)), "is damaged: its recipe is larger than 4 MiB"),
        (r#"{"seed":1}"#.into(), "is not the recipe of a run of this version"),
        (r#"{"seed":1,"token":"0123456789"}"#.into(), "is not the recipe of a run of this version"),
        (r#"{"seed":1,"token":"0123456789ABCDEF0123"}"#.into(), "is not the recipe of a run of this version"),
        (r#"{"seed":1,"token":true}"#.into(), "is not the recipe of a run of this version"),
        (r#"["notes"]"#.into(), "is damaged, expected a JSON object"),
        ("notes".into(), "is damaged: "),
        (String::new(), "is damaged: "),
    ] {
        fs::write(&recipe, text).unwrap();
        assert_refused(why);
    }
    fs::remove_file(&recipe).unwrap();
    for text in ["row\n", ""] {
        fs::write(place.at("work/pack.csv.part"), text).unwrap();
        for options in [NEW, RESUME, FORCE] {
            let refused = message(GrowingFile::open(&target, &[], b"", &json!({ "seed": 1 }), &options, accept));
            assert!(refused.ends_with("pack.csv.part: has no recipe of a run beside it; move it away"), "{refused}");
        }
        assert_eq!(fs::read_to_string(place.at("work/pack.csv.part")).unwrap(), text);
    }
}

/// A recipe gives no permission to replace a result, also one that is exactly that of the run.
#[test]
fn a_planted_recipe_replaces_no_result() {
    for (commit, seed) in [
        (None, 1),
        (Some(r#"{"name":{"random":"0123456789","name":"target"}}"#), 1),
        (Some(r#""part""#), 2),
        (Some(r#"{"remove":"target"}"#), 1),
    ] {
        let place = Place::new();
        fs::write(place.at("work/out.csv.part"), "planted\n").unwrap();
        fs::write(place.at("work/out.csv.part.json"), planted_recipe(seed, "planted\n")).unwrap();
        if let Some(change) = commit {
            fs::write(place.at("work/.out.csv.commit"), record(change)).unwrap();
        }
        let run = |options: &WriteOptions| {
            GrowingFile::open(&place.at("work/out.csv"), &[], b"", &json!({ "seed": 1 }), options, accept)
                .and_then(|(file, _)| file.finish())
        };
        assert!(run(&RESUME).is_err());
        assert_eq!(fs::read_to_string(place.at(OWN[0])).unwrap(), OWN[0], "{commit:?}");
    }
    // A folder that a run began to replace is replaced with permission only, and its partial folder stays.
    let place = Place::new();
    let open = |options: &WriteOptions| {
        StagedFolder::open(&place.at("work/data"), &json!({ "seed": 1 }), options, &|_| true, &|_| true)
    };
    fs::create_dir(place.at("work/data")).unwrap();
    fs::write(place.at("work/data/README.md"), "old").unwrap();
    open(&FORCE).unwrap().put("README.md", b"partial").unwrap();
    assert!(matches!(open(&RESUME), Err(Error::ExistsBesidePartial(_))));
    let mut folder = open(&WriteOptions { resume: true, ..FORCE }).unwrap();
    assert!(folder.is_resumed());
    folder.put("README.md", b"new").unwrap();
    folder.finish().unwrap();
    assert_eq!(fs::read_to_string(place.at("work/data/README.md")).unwrap(), "new");
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
        fs::write(place.at("work/pack.csv.part.json"), format!("{{\n{TOKEN}}}\n{blocks}")).unwrap();
        let mut partial = Partial::lock(Target::file(&target).unwrap(), &NEW).unwrap();
        let begun = partial.begun(|_| Ok(())).unwrap().unwrap();
        assert_eq!(begun.blocks.len(), expected, "{blocks}");
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
    for options in [FORCE, RESUME] {
        assert!(message(open(&options)).contains("data.part/thesis: does not belong"));
    }
    let [_, rows, thesis] = &names(&place.at("work/data.part"))[..] else { panic!("3 files") };
    assert_eq!([rows, thesis], ["rows.csv", "thesis"]);
    fs::remove_file(place.at("work/data.part/thesis")).unwrap();
    let begun = open(&FORCE).unwrap();
    assert_eq!(names(begun.path()).len(), 1, "the file that tells that the folder is that of the recipe");
}

/// A partial file or folder beside a recipe that looks like that of a run is that of the recipe only if it begins so.
#[test]
fn a_planted_recipe_removes_no_partial_result() {
    let all = [NEW, RESUME, FORCE, WriteOptions { resume: true, ..FORCE }];
    for (text, described) in
        [("thesis", ""), ("thesis\n", ""), ("thesis\n", "other!\n"), ("thesis\n", "thesis\nmore\n")]
    {
        let place = Place::new();
        fs::write(place.at("work/out.csv.part"), text).unwrap();
        fs::write(place.at("work/out.csv.part.json"), planted_recipe(1, described)).unwrap();
        let before = listing(place.folder.path());
        for options in all {
            let run =
                GrowingFile::open(&place.at("work/out.csv"), &[], b"header\n", &json!({ "seed": 1 }), &options, accept);
            assert!(message(run).contains("out.csv.part: does not begin as its recipe tells; move it and "), "{text}");
            assert_eq!(listing(place.folder.path()), before, "{text}");
        }
    }
    let place = Place::new();
    fs::create_dir(place.at("work/data.part")).unwrap();
    let open = |options: &WriteOptions| {
        message(StagedFolder::open(&place.at("work/data"), &json!({ "seed": 1 }), options, &|_| true, &|_| true))
    };
    let refused = all.map(|options| open(&options));
    assert!(
        refused.iter().all(|refused| refused.ends_with("data.part: has no recipe of a run beside it; move it away"))
    );
    fs::write(place.at("work/data.part/README.md"), "thesis").unwrap();
    fs::write(place.at("work/data.part.json"), planted_recipe(1, "")).unwrap();
    let before = listing(place.folder.path());
    for options in all {
        assert!(open(&options).contains("data.part: is not the folder of its recipe; move it and "));
        assert_eq!(listing(place.folder.path()), before);
    }
}

/// A record that names another partial result than the one beside it completes and removes nothing.
#[test]
fn a_planted_record_changes_no_partial_result() {
    for changes in
        [r#""part""#, r#"{"remove":"part"}"#, r#"{"remove":"recipe"}"#, r#"{"remove":"part"},{"remove":"recipe"}"#]
    {
        for partial in ["null", r#""0123456789abcdef0123""#] {
            let place = Place::new();
            let target = place.at("work/rows.csv");
            let open =
                |options: &WriteOptions| GrowingFile::open(&target, &[], b"header\n", &json!({}), options, accept);
            open(&NEW).unwrap().0.write(b"row\n").unwrap();
            let planted = record(changes).replacen(r#""changes""#, &format!(r#""partial":{partial},"changes""#), 1);
            fs::write(place.at("work/.rows.csv.commit"), planted).unwrap();
            let before = listing(place.folder.path());
            for options in [NEW, RESUME, FORCE, WriteOptions { resume: true, ..FORCE }] {
                let refused = message(open(&options));
                assert!(
                    refused.contains(".rows.csv.commit: does not tell what is beside it; if no run is"),
                    "{refused}"
                );
                assert_eq!(listing(place.folder.path()), before, "{changes}");
            }
            fs::remove_file(place.at("work/.rows.csv.commit")).unwrap();
            assert_eq!(open(&RESUME).unwrap().1, ["row\n"]);
        }
    }
}

/// A manifest that someone else has written gives no file away: only shards with the listed checksums are removed.
#[test]
fn a_planted_manifest_removes_no_file() {
    for (text, is_listed) in [("work/out-00000-of-00002.csv", true), ("thesis", false)] {
        let place = Place::new();
        let shard = place.at("work/out-00000-of-00002.csv");
        let (bytes, sha256) = crate::checksum(&shard).unwrap();
        let file = json!({ "file": "out-00000-of-00002.csv", "bytes": bytes, "sha256": sha256 });
        let manifest = json!({ "program": "minirow 0", "files": [file] });
        fs::write(place.at("work/out.csv.manifest.json"), manifest.to_string()).unwrap();
        fs::write(&shard, text).unwrap();
        place.write(&FORCE).unwrap();
        assert_eq!(shard.exists(), !is_listed, "{text}");
    }
}

/// Records of random changes, with files that have the names in them, change no foreign file.
#[test]
fn no_record_changes_a_foreign_file() {
    let size = crate::size::size(150);
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
        let mut changes = Vec::new();
        for _ in 0..=below(4) {
            let random = if below(8) > 0 { texts[0] } else { texts[below(texts.len())] };
            let (file, text) =
                (files[below(files.len())], if below(3) > 0 { "thesis" } else { texts[below(texts.len())] });
            changes.push(match below(4) {
                0 => format!(r#"{{"name":{{"random":"{random}","name":{file}}}}}"#),
                1 => r#""part""#.to_string(),
                2 => folder_change(text, text).replace("0123456789", random),
                _ => format!(r#"{{"remove":{file}}}"#),
            });
        }
        let text = record(&changes.join(","));
        fs::write(place.at("work/.out.csv.commit"), &text).unwrap();
        let own = || OWN.map(|name| fs::read(place.at(name)).ok());
        let before = own();
        let options = [NEW, RESUME, FORCE][below(3)];
        accepted += usize::from(!matches!(place.write(&options), Err(Error::Foreign { .. })));
        place.assert_foreign_files_stay(&text);
        let after = own();
        for (at, name) in OWN.iter().enumerate().filter(|(_, name)| !name.ends_with(".tmp")) {
            assert!(options.overwrite && at == 0 || before[at] == after[at], "{text}: {name}");
        }
    }
    assert!(accepted > size / 20, "{accepted} of {size}");
}
