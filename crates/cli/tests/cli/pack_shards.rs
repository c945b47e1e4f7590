//! Shards: made one at a time, they have the bytes of `minirow pack --shard-rows`; a result that is replaced leaves none.

use std::num::{NonZeroU64, NonZeroUsize};

use crate::common::{EASY_PACK, Folder};
use minirow_files::checksum;
use minirow_pack::{Excluded, PackPlan, PackShards, PuzzleSpec, ShardEntry};
use minirow_table::{ExtraColumns, Run, WrittenFile};

#[test]
fn shards_and_manifest_have_the_bytes_of_the_pack() {
    let folder = Folder::new();
    folder.run("pack --seed 3 --start 10 --count 25 --labels --shard-rows 10 --quiet --out part.parquet").fine();
    let extra = ExtraColumns { labels: true, ..ExtraColumns::default() };
    let plan = PackPlan::range(3, 10, 25, &PuzzleSpec::new(), Excluded::default(), extra).unwrap();
    let shards = PackShards::new(plan, NonZeroU64::new(10).unwrap()).unwrap();
    let mut entries: Vec<ShardEntry> = Vec::new();
    for (number, puzzles) in [(0, 10), (1, 10), (2, 5)] {
        let run = Run { threads: NonZeroUsize::new(2), ..Run::default() };
        let shard = shards.make(number, run).unwrap();
        assert_eq!(shard.puzzles, puzzles);
        let file = format!("part-{number:05}-of-00003.parquet");
        let path = folder.path(&file);
        assert!(shard.bytes == std::fs::read(&path).unwrap(), "shard {number} differs");
        let (bytes, sha256) = checksum(&path).unwrap();
        let summary = serde_json::from_str(&shard.summary()).unwrap();
        entries.push(ShardEntry { file: WrittenFile { file, puzzles, bytes, sha256 }, summary });
    }
    let manifest = std::fs::read_to_string(folder.path("part.parquet.manifest.json")).unwrap();
    assert_eq!(shards.manifest("part.parquet", &entries), manifest);
}

/// The files of a result that is replaced are part of the replacement, whatever the shapes of the two are.
#[test]
fn a_replaced_result_leaves_no_files() {
    let shapes = ["", "--shard-rows 4", "--shard-rows 3", "--shard-rows 100"];
    let names = |folder: &Folder| folder.names().into_iter().filter(|name| name.starts_with("out")).collect::<Vec<_>>();
    for command in ["pack --seed 1 --count 7", "grade in.csv", "convert in.csv"] {
        let alone = |shape: &str| {
            let folder = Folder::new().with("in.csv", EASY_PACK.lines().take(8).collect::<Vec<_>>().join("\n"));
            folder.run(&format!("{command} {shape} --out out.csv --quiet")).fine();
            folder
        };
        let made = shapes.map(|shape| (shape, names(&alone(shape))));
        for old in shapes {
            for (new, made) in made.iter().filter(|(new, _)| *new != old) {
                let folder = alone(old);
                // Other files stay, whatever a manifest says of them.
                for name in ["out-00000-of-00009.csv", "out-x.csv", "other.csv", "out2-00000-of-00001.csv"] {
                    folder.write(name, "foreign");
                }
                folder.run(&format!("{command} {new} --out out.csv --quiet --force")).fine();
                let mut expected = made.clone();
                expected.extend(["out-00000-of-00009.csv", "out-x.csv", "out2-00000-of-00001.csv"].map(String::from));
                expected.sort_unstable();
                assert_eq!(names(&folder), expected, "{command}: {old} to {new}");
                assert_eq!(folder.read("other.csv"), "foreign");
            }
        }
    }
}

#[test]
fn shards_of_an_earlier_result_are_not_left_beside_a_new_one() {
    for command in
        ["pack --seed 1 --count 7", "grade in.csv", "grade in.csv --schema kaggle", "convert in.csv", "dedup in.csv"]
    {
        let folder = Folder::new().with("in.csv", EASY_PACK.lines().take(8).collect::<Vec<_>>().join("\n"));
        folder.run("convert in.csv --shard-rows 4 --out out.csv --quiet").fine();
        let before = folder.names();
        let output = folder.run(&format!("{command} --out out.csv --quiet"));
        assert_eq!(output.status, 2, "{command}: {}", output.stderr);
        assert!(output.message().contains("exists already; --force overwrites it"), "{command}: {}", output.stderr);
        assert_eq!(folder.names(), before, "{command}");
    }
}

#[test]
fn a_planted_manifest_removes_nothing_else() {
    let folder = Folder::new();
    folder.run("pack --seed 1 --count 4 --shard-rows 2 --out in.csv --quiet").fine();
    std::fs::create_dir(folder.path("out-00000-of-00007.csv")).unwrap();
    let names =
        ["thesis", "../thesis", "out.csv.txt", "in-00000-of-00002.csv", "out-1-of-2.csv", "out-00000-of-00007.csv"];
    let manifest = folder.read("in.csv.manifest.json").replace("in-00000-of-00002.csv", "NAME");
    for name in names.into_iter().chain([folder.path("thesis").to_str().unwrap()]) {
        folder.write("thesis", "text");
        folder.write("out.csv.txt", "text");
        folder.write("out-1-of-2.csv", "text");
        folder.write("out.csv.manifest.json", manifest.replace("NAME", name).replace("in-", "out-"));
        folder.run("pack --seed 1 --count 2 --out out.csv --quiet --force").fine();
        for kept in ["thesis", "out.csv.txt", "out-1-of-2.csv", "in-00000-of-00002.csv", "out-00000-of-00007.csv"] {
            assert!(folder.exists(kept), "{name}: {kept}");
        }
    }
}

/// The printed loaders read the new shards only.
#[test]
fn the_loaders_name_the_exact_shards() {
    let folder = Folder::new();
    let output = folder.run("pack --seed 1 --count 5 --shard-rows 2 --out out.csv");
    assert!(output.stderr.contains("read_csv('out-?????-of-00003.csv'"), "{}", output.stderr);
    folder.run("dataset --seed 1 --count 5 --fractions 100 --shard-rows 2 --formats csv --out data --quiet").fine();
    let card = folder.read("data/README.md");
    assert!(card.contains("path: csv/train-?????-of-00003.csv\n") && !card.contains("train-*"), "{card}");
}
