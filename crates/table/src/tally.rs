//! Counts over rows, for manifests, data cards and statistics.

use std::collections::BTreeMap;

use crate::bucket::{Bucket, Buckets, Name};
use crate::column::{Column, TallyBy};
use crate::count::Count;
use crate::distribution::Distribution;
use crate::registry::Registry;
use crate::row::Row;
use crate::scale::Scale;
use crate::summary::TallySummary;

/// Counts over rows: by each counted column of the registry, by technique, and of ER by clues; in all and by group.
///
/// The groups are the splits of a data set or the sections of a book; a tally without groups has one.
///
/// ```
/// use minirow_table::{Bucket, Row, Tally};
/// let mut tally = Tally::new(["train", "test"]);
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// tally.add(&Row::new(puzzle), 0);
/// assert_eq!((tally.rows(), tally.rows_in(0), tally.rows_in(1)), (1, 1, 0));
/// assert_eq!(tally.column("clues").mean(), Some(30.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tally {
    groups: Vec<String>,
    total: Count,
    rows_by_group: Vec<u64>,
    columns: Vec<(&'static Column, Buckets, Distribution<Bucket>)>,
    techniques: BTreeMap<Name, TechniqueUse>,
    technique_names: Buckets,
    with_techniques: Count,
    er_by_clues: Distribution<(u8, u32)>,
    scale_pairs: Vec<ScalePair>,
    weighted_rows: u64,
    heaviest: f64,
    empty: Distribution<Bucket>,
}

/// The joint distribution of the ratings of two scales.
#[derive(Clone, PartialEq, Debug)]
pub struct ScalePair {
    /// The names of the columns that the ratings are in: of the scale that comes first, and of the other one.
    pub columns: [&'static str; 2],
    /// The widths of the classes of both ratings.
    pub widths: [u64; 2],
    /// The numbers of rows with each pair of ratings, by the lowest rating of their classes; numbers with decimals are in
    /// tenths.
    pub joint: Distribution<(u64, u64)>,
}

/// The use of a technique.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TechniqueUse {
    /// The puzzles whose path has the technique.
    pub puzzles: Count,
    /// The number of its steps.
    pub steps: u64,
    /// The number of puzzles whose hardest step is of the technique.
    pub hardest: u64,
}

/// The number of techniques that are counted separately, so that a file cannot fill the memory.
const MOST_TECHNIQUES: usize = 1000;

impl Tally {
    /// Creates an empty tally with groups of rows. Without any, there is one group without a name.
    pub fn new<N: Into<String>>(groups: impl IntoIterator<Item = N>) -> Tally {
        Tally::new_in(Registry::standard(), groups)
    }

    /// Creates an empty tally of the columns of a registry.
    pub fn new_in<N: Into<String>>(registry: &Registry, groups: impl IntoIterator<Item = N>) -> Tally {
        let mut groups: Vec<String> = groups.into_iter().map(Into::into).collect();
        if groups.is_empty() {
            groups.push(String::new());
        }
        let number = groups.len();
        let counted = registry.columns().filter(|column| !matches!(column.tally(), TallyBy::Nothing | TallyBy::Custom));
        Tally {
            total: Count::default(),
            rows_by_group: vec![0; number],
            columns: counted.map(|column| (column, Buckets::of(column), Distribution::new(number))).collect(),
            techniques: BTreeMap::new(),
            technique_names: Buckets::of(registry.find("hardest").expect("a column of the registry")),
            with_techniques: Count::default(),
            er_by_clues: Distribution::new(number),
            scale_pairs: scale_pairs(registry, number),
            weighted_rows: 0,
            heaviest: 0.0,
            empty: Distribution::new(number),
            groups,
        }
    }

    /// Creates an empty tally with one group.
    pub fn ungrouped() -> Tally {
        Tally::new(std::iter::empty::<String>())
    }

    /// Counts a row of a group, counted from 0.
    ///
    /// Counts do not depend on the order of the rows; sums of weights do in their last bits.
    ///
    /// # Panics
    /// Panics if the group is missing.
    pub fn add(&mut self, row: &Row, group: usize) {
        let weight = row.weight;
        self.total.add(weight);
        self.rows_by_group[group] += 1;
        if let Some(weight) = weight {
            self.weighted_rows += 1;
            self.heaviest = self.heaviest.max(weight);
        }
        for (column, buckets, distribution) in &mut self.columns {
            if let Some(bucket) = buckets.find(column.column_type(), &column.value(row)) {
                distribution.add_bucket(bucket, group, weight);
            }
        }
        if let Some(er) = row.er {
            self.er_by_clues.add((row.clues(), er.tenths()), group, weight);
        }
        for ScalePair { columns, widths, joint } in &mut self.scale_pairs {
            let number = |name: &str| {
                let (column, buckets, _) = self.columns.iter().find(|(column, ..)| column.name() == name)?;
                buckets.find(column.column_type(), &column.value(row))?.number()
            };
            if let [Some(one), Some(other)] = columns.map(number) {
                joint.add((one - one % widths[0], other - other % widths[1]), group, weight);
            }
        }
        if let Some(hardest) = &row.hardest {
            self.technique(hardest.slug()).hardest += 1;
        }
        if let Some(techniques) = &row.techniques {
            self.with_techniques.add(weight);
            for (technique, steps) in techniques {
                let used = self.technique(technique.slug());
                used.puzzles.add(weight);
                used.steps += u64::from(*steps);
            }
        }
    }

    fn technique(&mut self, slug: &str) -> &mut TechniqueUse {
        let name = self.technique_names.name(slug);
        let is_full = self.techniques.len() >= MOST_TECHNIQUES && !self.techniques.contains_key(&name);
        self.techniques.entry(if is_full { Name::others() } else { name }).or_default()
    }

    /// Counts a row in the group of a name, which is added if it is new.
    pub fn add_to(&mut self, row: &Row, group: &str) {
        let group = self.group_or_new(group);
        self.add(row, group);
    }

    fn group_or_new(&mut self, name: &str) -> usize {
        self.group(name).unwrap_or_else(|| {
            self.groups.push(name.into());
            let number = self.groups.len();
            self.rows_by_group.resize(number, 0);
            self.columns.iter_mut().for_each(|(_, _, distribution)| distribution.set_groups(number));
            self.er_by_clues.set_groups(number);
            self.scale_pairs.iter_mut().for_each(|pair| pair.joint.set_groups(number));
            number - 1
        })
    }

    /// Adds the counts of other rows. Groups of the same name become one.
    pub fn merge(&mut self, other: Tally) {
        let groups: Vec<usize> = other.groups.iter().map(|name| self.group_or_new(name)).collect();
        self.total.merge(&other.total);
        for (rows, &group) in other.rows_by_group.iter().zip(&groups) {
            self.rows_by_group[group] += rows;
        }
        for (column, _, distribution) in other.columns {
            let own = self.columns.iter_mut().find(|(own, ..)| own.name() == column.name());
            if let Some((_, _, own)) = own {
                own.merge(distribution, &groups);
            }
        }
        for (name, other) in other.techniques {
            let used = self.technique(name.slug());
            used.puzzles.merge(&other.puzzles);
            used.steps += other.steps;
            used.hardest += other.hardest;
        }
        self.with_techniques.merge(&other.with_techniques);
        self.er_by_clues.merge(other.er_by_clues, &groups);
        for other in other.scale_pairs {
            if let Some(own) = self.scale_pairs.iter_mut().find(|own| own.columns == other.columns) {
                own.joint.merge(other.joint, &groups);
            }
        }
        self.weighted_rows += other.weighted_rows;
        self.heaviest = self.heaviest.max(other.heaviest);
    }

    /// Returns the names of the groups.
    pub fn groups(&self) -> &[String] {
        &self.groups
    }

    /// Returns the place of a group, counted from 0.
    pub fn group(&self, name: &str) -> Option<usize> {
        self.groups.iter().position(|known| known == name)
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u64 {
        self.total.rows
    }

    /// Returns the number of rows of a group, counted from 0.
    pub fn rows_in(&self, group: usize) -> u64 {
        self.rows_by_group.get(group).copied().unwrap_or_default()
    }

    /// Returns the rows and their weights.
    pub fn total(&self) -> &Count {
        &self.total
    }

    /// Returns the number of rows that have a weight.
    pub fn weighted_rows(&self) -> u64 {
        self.weighted_rows
    }

    /// Returns `true` if there are weights that are not all zero.
    pub fn has_weights(&self) -> bool {
        self.total.weight > 0.0
    }

    /// Returns the share of the heaviest row in all weight, from 0 to 1.
    pub fn heaviest_share(&self) -> f64 {
        self.heaviest / self.total.weight
    }

    /// Returns the distribution of the values of a column; it is empty if the column is not counted.
    pub fn column(&self, name: &str) -> &Distribution<Bucket> {
        self.columns.iter().find(|(column, ..)| column.name() == name).map_or(&self.empty, |(_, _, found)| found)
    }

    /// Returns the counted columns, in the order of the registry.
    pub fn columns(&self) -> impl Iterator<Item = (&'static Column, &Distribution<Bucket>)> {
        self.columns.iter().map(|(column, _, distribution)| (*column, distribution))
    }

    /// Returns the techniques of the rows, in the order of the ladder.
    pub fn techniques(&self) -> &BTreeMap<Name, TechniqueUse> {
        &self.techniques
    }

    /// Returns the rows that list techniques.
    pub fn with_techniques(&self) -> &Count {
        &self.with_techniques
    }

    /// Returns the number of steps of all techniques.
    pub fn technique_steps(&self) -> u64 {
        self.techniques.values().map(|used| used.steps).sum()
    }

    /// Returns the joint distribution of clues and ER in tenths.
    pub fn er_by_clues(&self) -> &Distribution<(u8, u32)> {
        &self.er_by_clues
    }

    /// Returns the pairs of scales on which rows are rated, in the order of the scales.
    pub fn scale_pairs(&self) -> impl Iterator<Item = &ScalePair> {
        self.scale_pairs.iter().filter(|pair| !pair.joint.is_empty())
    }

    /// Returns the median ER in tenths for each number of clues.
    pub fn median_er_by_clues(&self) -> Vec<(u8, f64)> {
        let mut by_clues: BTreeMap<u8, Distribution<Bucket>> = BTreeMap::new();
        for (&(clues, er), count) in self.er_by_clues.iter() {
            let own = by_clues.entry(clues).or_insert_with(|| Distribution::new(1));
            own.add_count(Bucket::Tenths(er), count);
        }
        by_clues.into_iter().filter_map(|(clues, er)| Some((clues, er.median()?))).collect()
    }

    /// Returns the levels, ER and clues of all rows or of a group, for a manifest.
    ///
    /// ```
    /// use minirow_core::Puzzle;
    /// use minirow_table::{Row, Tally};
    /// let mut tally = Tally::ungrouped();
    /// let puzzle = Puzzle::new("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?)?;
    /// tally.add(&Row::of(&puzzle).graded(&minirow_grade::grade(&puzzle)), 0);
    /// let json = serde_json::to_string(&tally.summary(None))?;
    /// assert_eq!(json, r#"{"levels":{"easy":1},"er":{"1.2":1},"clues":{"30":1}}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn summary(&self, group: Option<usize>) -> TallySummary {
        TallySummary::new(|column| {
            let distribution = self.column(column);
            let rows = distribution.iter().map(|(bucket, count)| {
                (bucket.clone(), group.map_or(count.rows, |group| distribution.rows_in(bucket, group)))
            });
            rows.filter(|(_, rows)| *rows > 0).collect()
        })
    }
}

/// Returns the pairs of the scales of a registry, without rows.
fn scale_pairs(registry: &Registry, groups: usize) -> Vec<ScalePair> {
    let scales = registry.scales();
    let after = |place: usize| scales[place + 1..].iter().map(move |&other| [scales[place], other]);
    let pair = |scales: [&dyn Scale; 2]| ScalePair {
        columns: scales.map(|scale| scale.rating().name()),
        widths: scales.map(Scale::class_width),
        joint: Distribution::new(groups),
    };
    (0..scales.len()).flat_map(after).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use minirow_core::Grid;
    use minirow_grade::{Cut, Level, Rating};

    use super::*;
    use crate::row::{RowLevel, TechniqueName};

    fn row(clues: usize, tenths: u32, weight: Option<f64>) -> Row {
        let mut row = Row::new(Grid::from_numbers(std::array::from_fn(|cell| u8::from(cell < clues))).unwrap());
        let er = Rating::new(f64::from(tenths) / 10.0);
        row.er = Some(er);
        row.level = Some(RowLevel::Level(Level::of(er)));
        row.weight = weight;
        row.nodes = Some(u64::from(tenths));
        row.scales.set("b", u64::from(tenths / 20).into());
        row.techniques = Some(vec![(TechniqueName::parse("x-wing").unwrap(), 2)]);
        row.hardest = TechniqueName::parse(if tenths > 20 { "x-wing" } else { "guess" });
        row
    }

    #[test]
    fn groups_sections_and_weights() {
        let mut tally = Tally::new(["train", "test"]);
        tally.add(&row(24, 15, Some(1.0)), 0);
        tally.add(&row(25, 32, Some(3.0)), 1);
        tally.add(&row(25, 30, None), 1);
        tally.add(&Row { er: None, level: Some(RowLevel::Cut(Cut::TooHard)), ..row(25, 30, None) }, 1);
        assert_eq!((tally.rows(), tally.rows_in(0), tally.rows_in(1), tally.weighted_rows()), (4, 1, 3, 2));
        assert_eq!((tally.has_weights(), tally.heaviest_share()), (true, 0.75));
        let level = |name: &str| tally.column("level").iter().find(|(bucket, _)| bucket.to_string() == name);
        assert_eq!(level("hard").unwrap().1, &Count { rows: 2, weight: 3.0, squares: 9.0 });
        assert_eq!(tally.column("level").rows_in(level("hard").unwrap().0, 1), 2);
        let er: Vec<String> = tally.column("er").in_groups_of(5).iter().map(|(bucket, _)| bucket.to_string()).collect();
        assert_eq!(er, ["1.5", "3.0"]);
        let nodes: Vec<String> = tally.column("nodes").iter().map(|(bucket, _)| bucket.to_string()).collect();
        assert_eq!(nodes, ["8 - 15", "16 - 31", "32 - 63"]);
        assert_eq!(tally.median_er_by_clues(), [(24, 15.0), (25, 31.0)]);
        let techniques: Vec<_> =
            tally.techniques().iter().map(|(name, used)| (name.title(), used.steps, used.hardest)).collect();
        assert_eq!(techniques, [("X-Wing", 8, 3), ("guess", 0, 1)]);
        assert_eq!((tally.technique_steps(), tally.with_techniques().rows), (8, 4));
        assert!(tally.column("seed").is_empty() && tally.column("no such").is_empty());
        let json = |group| serde_json::to_string(&tally.summary(group)).unwrap();
        assert_eq!(
            json(None),
            r#"{"levels":{"easy":1,"hard":2,"too-hard":1},"er":{"1.5":1,"3.0":1,"3.2":1},"clues":{"24":1,"25":3}}"#
        );
        assert_eq!(json(Some(0)), r#"{"levels":{"easy":1},"er":{"1.5":1},"clues":{"24":1}}"#);
    }

    #[test]
    fn merged_tallies_equal_the_tally_of_all_rows() {
        let rows: Vec<Row> = (0..60).map(|n| row(20 + n % 7, 10 + n as u32, Some(0.5))).collect();
        let mut whole = Tally::new(["a", "b"]);
        let (mut first, mut second) = (Tally::new(["a", "b"]), Tally::new(["b"]));
        for (number, row) in rows.iter().enumerate() {
            let group = if number % 3 == 0 { "a" } else { "b" };
            whole.add_to(row, group);
            if number < 20 { first.add_to(row, group) } else { second.add_to(row, group) }
        }
        assert_eq!(second.groups(), ["b", "a"]);
        first.merge(second);
        assert_eq!((first.rows(), first.rows_in(0), first.rows_in(1)), (60, 20, 40));
        assert_eq!(first.total(), whole.total());
        for ((column, one), (_, other)) in first.columns().zip(whole.columns()) {
            assert_eq!(one, other, "{}", column.name());
        }
        assert_eq!(first.er_by_clues(), whole.er_by_clues());
        assert!(first.scale_pairs().eq(whole.scale_pairs()));
        assert_eq!(first.techniques(), whole.techniques());
    }

    #[test]
    fn scales_are_counted_in_pairs() {
        let mut tally = Tally::ungrouped();
        for tenths in [12, 15, 26, 40] {
            tally.add(&row(25, tenths, None), 0);
        }
        let pairs: Vec<_> = tally.scale_pairs().collect();
        assert_eq!((pairs.len(), pairs[0].columns), (1, ["er", "b"]));
        let counted: Vec<_> = pairs[0].joint.iter().map(|(pair, count)| (*pair, count.rows)).collect();
        assert_eq!(counted, [((12, 0), 1), ((15, 0), 1), ((26, 1), 1), ((40, 2), 1)]);
    }

    #[test]
    fn known_names_come_first_and_in_their_order() {
        let mut tally = Tally::ungrouped();
        for level in ["Moderate", "too-hard", "extreme", "EASY"] {
            tally.add(&Row { level: RowLevel::parse(level), ..row(25, 30, None) }, 0);
        }
        let levels: Vec<String> = tally.column("level").iter().map(|(level, _)| level.to_string()).collect();
        assert_eq!(levels, ["easy", "extreme", "too-hard", "Moderate"]);
    }

    #[test]
    fn names_beyond_the_limit_are_counted_together() {
        let mut tally = Tally::ungrouped();
        for number in 0..1100 {
            let mut row = row(25, 30, None);
            row.level = RowLevel::parse(&format!("level {number}"));
            tally.add(&row, 0);
        }
        assert_eq!(tally.column("level").len(), 1001);
        let (last, count) = tally.column("level").iter().next_back().unwrap();
        assert_eq!((last.to_string().as_str(), count.rows), ("(others)", 100));
    }
}
