//! Shards that are made one at a time have the bytes of `minirow pack --shard-rows`.

use std::num::{NonZeroU64, NonZeroUsize};

use crate::common::Folder;
use minirow_pack::{Excluded, PackPlan, PackShards, PuzzleSpec, ShardEntry};
use minirow_table::{ExtraColumns, Run, WrittenFile, checksum};

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
