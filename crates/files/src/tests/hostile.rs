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

/// The token in a planted recipe.
const TOKEN: &str = r#""token":"0123456789abcdef0123""#;

/// Returns a recipe that looks like that of a run, with the checksum of a block.
fn planted_recipe(seed: u64, block: &str) -> String {
    let block = if block.is_empty() { String::new() } else { Block::new(block.len() as u64, block.as_bytes()).line() };
    format!("{{\"seed\":{seed},{TOKEN}}}\n{block}")
}

/// Returns a record of names of the target, and of other targets.
fn record(names: &str, others: &str) -> String {
    format!(
        r#"{{"minirow-commit":2,"overwrite":true,"names":[{names}],"others":[{others}],"partial":null,"is_part":false}}"#
    )
}

/// Returns a record that gives the partial result with a token the name of the target, or removes it.
fn record_of_partial(token: &str, is_part: bool) -> String {
    let record = record("", "").replace(r#""partial":null"#, &format!(r#""partial":{token}"#));
    record.replace(r#""is_part":false"#, &format!(r#""is_part":{is_part}"#))
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
    let fine = r#"["0123456789","target"]"#;
    let texts = [
        record(r#"["../thesis","target"]"#, ""),
        record(r#"["0123456789/","target"]"#, ""),
        record(r#"["012345678A","target"]"#, ""),
        record(r#"["","target"]"#, ""),
        record(r#"["0123456789","thesis"]"#, ""),
        record(r#"["0123456789","../thesis"]"#, ""),
        record(r#"["0123456789","part"]"#, ""),
        record(r#"["0123456789","recipe"]"#, ""),
        record(r#"["0123456789",{"shard":["../x",1]}]"#, ""),
        record(r#"["0123456789",{"shard":[-1,2]}]"#, ""),
        record(&format!("{fine},{fine}"), ""),
        record("", r#"[{"Unix":[47,120]},"../thesis"]"#),
        record_of_partial("null", true),
        record_of_partial("7", false),
        record(fine, "").replace(":2,", ":3,"),
        record(fine, "").replace("overwrite", "over"),
        fine.into(),
        String::new(),
    ];
    for text in texts {
        let place = Place::with(&text);
        let before = listing(place.folder.path());
        let found = place.write(&FORCE).unwrap_err();
        assert!(matches!(found, Error::Foreign(..)), "{text}: {found}");
        let expected = "work/.out.csv.commit: is not a record of this version of minirow; ";
        assert!(found.to_string().contains(expected), "{found}");
        assert_eq!(found.kind(), ErrorKind::Usage);
        assert_eq!(listing(place.folder.path()), before, "{text}");
    }
}

#[cfg(unix)]
#[test]
fn a_record_that_is_no_file_of_the_user_is_refused() {
    let place = Place::new();
    fs::write(place.at("home/record"), record("", "")).unwrap();
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
    for (names, is_permitted) in [
        (r#"["0123456789","target"]"#, true),
        (r#"["0123456789","manifest"]"#, false),
        (r#"["0123456789",{"shard":[0,2]}]"#, false),
        (r#"["1111111111",{"shard":[1,2]}]"#, true), // the target is removed
    ] {
        let place = Place::with(&record(names, ""));
        fs::write(place.at("work/out.csv.manifest.json"), "{}").unwrap();
        let before = listing(place.folder.path());
        let refused = |options: &WriteOptions| {
            let refused = message(place.write(options));
            let expected = match is_permitted {
                true => "out.csv: an interrupted run was giving its files their names; --force completes that",
                false => "does not tell what is beside it; if no run is writing beside it, move it away",
            };
            assert!(refused.ends_with(expected), "{refused}");
            assert_eq!(listing(place.folder.path()), before, "{names}");
        };
        refused(&NEW);
        refused(&RESUME);
        if is_permitted {
            place.write(&FORCE).unwrap();
        } else {
            refused(&FORCE);
        }
        place.assert_foreign_files_stay(names);
    }
}

/// The file of another target gets its name only by a run that has locked that target, too, and may replace what is there.
#[test]
fn a_record_changes_no_file_of_another_target() {
    let place = Place::new();
    let thesis = place.at("home").canonicalize().unwrap().join("thesis");
    let other = json!([thesis.as_os_str(), "0123456789"]).to_string();
    fs::write(place.at("work/.out.csv.commit"), record("", &other)).unwrap();
    let before = listing(&place.at("home"));
    for options in [NEW, RESUME, FORCE] {
        let _ = FileGroup::open(&place.at("work/out.csv"), &options);
        assert_eq!(listing(&place.at("home")), before);
    }
    let run = |options: &WriteOptions| {
        FileGroup::finish_interrupted([&*place.at("work/out.csv"), &*place.at("home/thesis")], options)
    };
    for options in [NEW, RESUME] {
        assert!(
            message(run(&options))
                .ends_with("thesis: an interrupted run was giving its files their names; --force completes that")
        );
        assert_eq!(listing(&place.at("home")), before);
    }
    run(&FORCE).unwrap();
    assert_eq!(fs::read_to_string(&thesis).unwrap(), FOREIGN[1]);
    assert!(!place.at("work/.out.csv.commit").exists());
}

/// The record of a folder removes only what it lists within a partial folder that has its token.
#[cfg(unix)]
#[test]
fn the_record_of_a_folder_removes_no_file_elsewhere() {
    use std::os::unix::fs::symlink;
    let token = TOKEN.replace(r#""token":"#, "");
    let other = r#""fedcba98765432100000""#;
    for (token, used, link, is_valid) in [
        (&*token, r#""../other""#, None, false),
        (&token, r#""/home/thesis""#, None, false),
        (&token, r#""a/../../other""#, None, false),
        (&token, r#""""#, None, false),
        (&token, r#"".""#, None, false),
        ("null", r#""rows.csv""#, None, false),
        (other, r#""rows.csv""#, None, false),
        (&token, r#""replaced/thesis","replaced""#, Some("replaced"), true),
        (&token, r#""link/thesis""#, Some("link"), true),
    ] {
        for options in [NEW, RESUME, FORCE] {
            let place = Place::new();
            fs::create_dir_all(place.at("work/data.part")).unwrap();
            fs::create_dir_all(place.at("work/data")).unwrap();
            for name in ["work/data/thesis", "work/data.part/rows.csv"] {
                fs::write(place.at(name), "precious").unwrap();
            }
            link.into_iter().for_each(|link| symlink(place.at("home"), place.at("work/data.part").join(link)).unwrap());
            fs::write(place.at("work/data.part.json"), planted_recipe(1, "")).unwrap();
            let text = record_of_partial(token, false);
            let folder = format!(r#","folder":{{"number":1,"used":[{used}]}}}}"#);
            fs::write(place.at("work/.data.commit"), text.replace('}', &folder)).unwrap();
            let before = listing(&place.at("work"));
            let finished = FileGroup::finish_interrupted([&*place.at("work/data")], &options);
            assert_eq!(finished.is_ok(), is_valid, "{used}: {finished:?}");
            place.assert_foreign_files_stay(used);
            assert_eq!(fs::read_to_string(place.at("work/data/thesis")).unwrap(), "precious");
            assert_eq!(fs::read_to_string(place.at("work/data.part/rows.csv")).unwrap(), "precious");
            assert!(is_valid || listing(&place.at("work")) == before, "{used}");
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
    let token = TOKEN.replace(r#""token":"#, "");
    for (commit, seed) in [
        (None, 1),
        (Some(record(r#"["0123456789","target"]"#, "")), 1),
        (Some(record_of_partial(&token, true)), 2),
        (Some(record_of_partial(&token, false)), 1),
    ] {
        let place = Place::new();
        fs::write(place.at("work/out.csv.part"), "planted\n").unwrap();
        fs::write(place.at("work/out.csv.part.json"), planted_recipe(seed, "planted\n")).unwrap();
        if let Some(record) = &commit {
            fs::write(place.at("work/.out.csv.commit"), record).unwrap();
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
    let [_, _, rows, thesis] = &names(&place.at("work/data.part"))[..] else { panic!("a folder and 3 files") };
    assert_eq!([rows, thesis], ["rows.csv", "thesis"]);
    fs::remove_file(place.at("work/data.part/thesis")).unwrap();
    let begun = open(&FORCE).unwrap();
    assert_eq!(names(begun.path()).len(), 2, "the folder of the result, and the file that tells the recipe");
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
    for is_part in [true, false] {
        for text in ["header\nrow\n", "thesis\n"] {
            let place = Place::new();
            let target = place.at("work/rows.csv");
            let open =
                |options: &WriteOptions| GrowingFile::open(&target, &[], b"header\n", &json!({}), options, accept);
            open(&NEW).unwrap().0.write(b"row\n").unwrap();
            fs::write(place.at("work/rows.csv.part"), text).unwrap();
            let token = match text {
                "thesis\n" => partial_recipe(&target).unwrap().unwrap()["token"].to_string(),
                _ => r#""0123456789abcdef0123""#.into(),
            };
            fs::write(place.at("work/.rows.csv.commit"), record_of_partial(&token, is_part)).unwrap();
            let before = listing(place.folder.path());
            for options in [NEW, RESUME, FORCE, WriteOptions { resume: true, ..FORCE }] {
                let refused = message(open(&options));
                assert!(
                    refused.contains(".rows.csv.commit: does not tell what is beside it; if no run is"),
                    "{refused}"
                );
                assert_eq!(listing(place.folder.path()), before, "{text}");
            }
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
        [r#""target""#, r#""part""#, r#""manifest""#, r#"{"shard":[0,2]}"#, r#"{"shard":[1,2]}"#, r#""thesis""#];
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
        let mut random = || format!("{:?}", if below(8) > 0 { texts[0] } else { texts[below(texts.len())] });
        let mut named: Vec<String> = Vec::new();
        let mut others: Vec<String> = Vec::new();
        for at in 0..3 {
            let random = random();
            named.push(format!("[{random},{}]", files[at % files.len()]));
            others.push(format!("[{},{random}]", json!(place.at(FOREIGN[at]).as_os_str())));
        }
        named.truncate(below(3));
        named.reverse();
        others.truncate(below(3));
        let token = [r#""0123456789abcdef0123""#, "null"][below(2)];
        let text = record(&named.join(","), &others.join(",")).replace("null", token);
        let text = text.replace("false", ["true", "false"][usize::from(below(4) > 0)]);
        fs::write(place.at("work/.out.csv.commit"), &text).unwrap();
        let own = || OWN.map(|name| fs::read(place.at(name)).ok());
        let before = own();
        let options = [NEW, RESUME, FORCE][below(3)];
        accepted += usize::from(!matches!(place.write(&options), Err(Error::Foreign(..))));
        place.assert_foreign_files_stay(&text);
        let after = own();
        for (at, name) in OWN.iter().enumerate().filter(|(_, name)| !name.ends_with(".tmp")) {
            assert!(options.overwrite && at == 0 || before[at] == after[at], "{text}: {name}");
        }
    }
    assert!(accepted > size / 20, "{accepted} of {size}");
}
