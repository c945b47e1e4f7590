//! Advances: conclusions of techniques on the candidates that are left when a propagation has no more links to follow.
//!
//! The parents of the new node are the removed candidates that prevented the technique before. If none prevented it,
//! the technique applies without the assumption too, and nothing is added.

use std::collections::HashMap;
use std::sync::Arc;

use minirow_core::{Candidate, Cell, CellSet, Digit, DigitSet, House, HouseKind};

use crate::budget::Budget;
use crate::chain::Hint;
use crate::chain::node::{Cause, NODES, Node};
use crate::order::{BOXES_COLUMNS_ROWS, combinations, members};
use crate::techniques::chaining::assumptions::{self, AssumptionEngine};
use crate::techniques::chaining::bits::Bits;
use crate::techniques::chaining::closures::Closures;
use crate::techniques::chaining::forcing;
use crate::techniques::chaining::marks::{Marks, houses};
use crate::techniques::chaining::memory::ChainMemory;
use crate::techniques::chaining::nested::{Inner, NestedHint, NestedHints, Search};
use crate::techniques::chaining::propagation::{Advance, Techniques};
use crate::techniques::chaining::scan::Scan;
use crate::techniques::chaining::start_reach::{self, ChainEliminations, StartReach};
use crate::techniques::chaining::table_order::in_table_order;
use crate::tuple::NineSets;

/// The techniques that dynamic chains use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AdvisorLevel {
    /// Locked candidates, hidden pairs, naked pairs, X-Wings.
    Plus,
    /// The techniques of `Plus`, and forcing chains.
    ForcingChains,
    /// The techniques of `Plus`, and multiple forcing chains.
    MultipleForcingChains,
    /// Locked candidates, pairs and X-Wings, and dynamic forcing chains that may use techniques themselves.
    DynamicForcingChains(Option<&'static AdvisorLevel>),
}

/// The data that do not change during propagation: the empty cells of each house, and the cells filled with each digit.
#[derive(Clone)]
pub(crate) struct Fixed {
    empty: CellSet,
    placed: [usize; 9],
}

impl Fixed {
    pub(crate) fn new(pencilmarks: &crate::pencilmarks::Pencilmarks) -> Fixed {
        let placed = Digit::ALL.map(|digit| pencilmarks.filled_count(digit));
        Fixed { empty: pencilmarks.empty_cells(), placed }
    }

    fn empty_in(&self, house: House) -> usize {
        (self.empty & house.cells()).len()
    }
}

/// Applies the techniques of a level, and remembers the hints of the nested chains for the same candidates.
pub(crate) struct Advisor<'a> {
    fixed: &'a Fixed,
    level: AdvisorLevel,
    /// `true` within a nested engine, where every propagation has another start.
    is_inner: bool,
    budget: &'a Budget,
    /// The hints that depend on the candidates only.
    memory: &'a mut ChainMemory,
    /// The consequences of the candidates at the start of all propagations.
    start: Option<Box<dyn StartReach>>,
    /// The hints of dynamic chains with techniques, which also depend on the filled cells.
    with_level: ChainMemory,
    /// The hints whose links were searched again, by search and place.
    repeated: HashMap<(Search, usize), Arc<Hint>>,
}

impl<'a> Advisor<'a> {
    pub(crate) fn new(
        fixed: &'a Fixed,
        level: AdvisorLevel,
        budget: &'a Budget,
        memory: &'a mut ChainMemory,
    ) -> Advisor<'a> {
        let with_level = ChainMemory::default();
        Advisor { fixed, level, is_inner: false, budget, memory, start: None, with_level, repeated: HashMap::new() }
    }

    /// Returns the advances of the first simple technique that has any.
    fn simple(&self, current: &Marks, start: &Marks) -> Vec<Advance> {
        let look = Look { fixed: self.fixed, current, start };
        let scan = Scan::new(current);
        let rules: [fn(&Look, &Scan) -> Vec<Advance>; 4] = [
            |look, scan| look.locked(scan.locked),
            |look, scan| if scan.hidden_pairs { look.hidden_pairs() } else { Vec::new() },
            |look, scan| if scan.naked_pairs { look.naked_pairs() } else { Vec::new() },
            |look, scan| look.x_wings(scan.x_wings),
        ];
        rules.into_iter().map(|rule| rule(&look, &scan)).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// Returns candidates that the techniques eliminate, without reasons.
    fn eliminations(&mut self, current: &Marks, start: &Marks) -> Vec<Node> {
        let found: Vec<Node> = self.simple(current, start).into_iter().map(|advance| advance.node).collect();
        if !found.is_empty() {
            return found;
        }
        match self.level {
            AdvisorLevel::Plus => found,
            AdvisorLevel::DynamicForcingChains(_) => Closures::new(current).eliminated(current),
            AdvisorLevel::ForcingChains | AdvisorLevel::MultipleForcingChains => {
                let ChainEliminations { refuted, common } = self.chain_eliminations(current, start);
                if refuted.is_empty() { common } else { refuted }
            }
        }
    }

    /// Repeats a search for the links of a hint. The search counts for no budget.
    fn repeat(&mut self, hint: &NestedHint) -> Option<Hint> {
        let budget = Budget::unlimited();
        let (inner, candidates) = hint.all().search();
        let (current, place) = (Marks::from(candidates), hint.place());
        let found = |engine: AssumptionEngine, base, techniques: Option<&mut dyn Techniques>| {
            assumptions::nth_hint(&current, engine, base, place, &budget, techniques)
        };
        match inner {
            Inner::Forcing => forcing::all(&current, &budget).into_iter().nth(place),
            Inner::Multiple => found(AssumptionEngine::Multiple, AssumptionEngine::Multiple.base_rating(), None),
            Inner::Dynamic => self.with_nested_advisor(&budget, |_, advisor| match advisor {
                None => found(AssumptionEngine::Dynamic, AssumptionEngine::Dynamic.base_rating(), None),
                Some((advisor, level)) => found(AssumptionEngine::Dynamic, level.base_rating(), Some(advisor)),
            }),
        }
    }

    fn start(&mut self, start: &Marks) -> &dyn StartReach {
        &**self.start.get_or_insert_with(|| start_reach::of_start(start))
    }

    /// Returns `true` if the nested chains find nothing at the start.
    fn is_settled(&mut self, start: &Marks) -> bool {
        match self.level {
            AdvisorLevel::Plus => true,
            AdvisorLevel::ForcingChains | AdvisorLevel::MultipleForcingChains => self.start(start).is_settled(),
            AdvisorLevel::DynamicForcingChains(_) => Closures::new(start).eliminated(start).is_empty(),
        }
    }

    /// Returns what forcing chains and multiple forcing chains eliminate.
    fn chain_eliminations(&mut self, current: &Marks, start: &Marks) -> ChainEliminations {
        let common = self.level == AdvisorLevel::MultipleForcingChains;
        self.start(start).eliminations(current, common)
    }

    /// Returns the hints of a nested engine in order. No two have the same eliminations.
    fn hints(&mut self, inner: Inner, current: &Marks) -> Arc<NestedHints> {
        let has_level = self.nested_level(inner).is_some();
        let memory = if has_level { &self.with_level } else { &*self.memory };
        let search = (inner, *current.by_digit());
        if let Some(known) = memory.get(&search) {
            return known;
        }
        let mut hints = NestedHints::new(search);
        match inner {
            Inner::Forcing => {
                forcing::all(current, self.budget).iter().for_each(|hint| hints.push_hint(hint));
            }
            Inner::Multiple => {
                assumptions::add_nested(&mut hints, current, AssumptionEngine::Multiple, self.budget, None);
            }
            Inner::Dynamic => self.with_nested_advisor(self.budget, |budget, advisor| {
                let techniques = advisor.map(|(advisor, _)| advisor as &mut dyn Techniques);
                assumptions::add_nested(&mut hints, current, AssumptionEngine::Dynamic, budget, techniques);
            }),
        }
        hints.shrink();
        let hints = Arc::new(hints);
        let memory = if has_level { &mut self.with_level } else { &mut *self.memory };
        memory.insert(&hints);
        hints
    }

    /// Returns the level of the techniques that a nested engine uses itself.
    fn nested_level(&self, inner: Inner) -> Option<&'static AdvisorLevel> {
        match (inner, self.level) {
            (Inner::Dynamic, AdvisorLevel::DynamicForcingChains(level)) => level,
            _ => None,
        }
    }

    /// Runs a search of nested dynamic chains, with an advisor if they use techniques themselves.
    fn with_nested_advisor<T>(
        &mut self,
        budget: &Budget,
        search: impl FnOnce(&Budget, Option<(&mut Advisor, AdvisorLevel)>) -> T,
    ) -> T {
        let Some(level) = self.nested_level(Inner::Dynamic) else { return search(budget, None) };
        // A limited budget counts what each level does, whether another has done the same or not.
        let mut own = ChainMemory::default();
        let memory = if budget.is_limited() { &mut own } else { &mut *self.memory };
        let mut advisor = Advisor::new(self.fixed, *level, budget, memory);
        advisor.is_inner = true;
        search(budget, Some((&mut advisor, *level)))
    }
}

impl Techniques for Advisor<'_> {
    fn advances(&mut self, current: &Marks, start: &Marks) -> Vec<Advance> {
        let found = self.simple(current, start);
        if !found.is_empty() {
            return found;
        }
        let inner: &[Inner] = match self.level {
            AdvisorLevel::Plus => &[],
            AdvisorLevel::DynamicForcingChains(_) => &[Inner::Dynamic],
            AdvisorLevel::ForcingChains => &[Inner::Forcing],
            AdvisorLevel::MultipleForcingChains => &[Inner::Forcing, Inner::Multiple],
        };
        // A limited budget counts every search.
        let is_known = self.level.is_of_chains() && !self.budget.is_limited() && self.start(start).is_settled();
        if is_known && self.chain_eliminations(current, start).is_empty() {
            return Vec::new();
        }
        let look = Look { fixed: self.fixed, current, start };
        for &inner in inner {
            let hints = self.hints(inner, current);
            let found: Vec<Advance> = hints.hints().flat_map(|hint| look.by_hint(&hint)).collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    fn closures(&mut self, start: &Marks) -> Option<Closures> {
        let level = self.level.rank()?;
        // A limited budget counts every search.
        if self.budget.is_limited() || !self.is_settled(start) {
            return None;
        }
        // The techniques need the advisor, but not its memory.
        let mut memory = std::mem::take(self.memory);
        let (known, last) = if self.is_inner { (Vec::new(), None) } else { memory.closures(level, start) };
        let closures = Closures::with(start, &known, last, |current| self.eliminations(current, start));
        if !self.is_inner {
            memory.set_closures(level, &closures);
        }
        *self.memory = memory;
        Some(closures)
    }

    fn precede_all(&self, advances: &[Advance]) -> bool {
        // Multiple forcing chains are not searched as long as forcing chains find anything.
        let is_forcing = |advance: &Advance| advance.nested.as_ref().is_some_and(|hint| hint.kind().is_forcing());
        self.level != AdvisorLevel::MultipleForcingChains || !advances.iter().any(is_forcing)
    }

    fn with_links(&mut self, hint: &NestedHint) -> Option<Arc<Hint>> {
        // A search without a budget left may lack hints, so places do not agree.
        if self.budget.is_spent() {
            return None;
        }
        let search = hint.all().search();
        let key = (*search, hint.place());
        if !self.repeated.contains_key(&key) {
            let found = self.repeat(hint).filter(|_| !self.budget.is_spent())?;
            debug_assert!(hint.is_without_links(&found), "{found:?} is not {hint:?}");
            self.repeated.insert(key, Arc::new(Hint { left: Some(Arc::new(search.1)), ..found }));
        }
        self.repeated.get(&key).cloned()
    }
}

impl AdvisorLevel {
    /// Returns `true` for the levels whose chains keep the candidates fixed.
    fn is_of_chains(self) -> bool {
        matches!(self, AdvisorLevel::ForcingChains | AdvisorLevel::MultipleForcingChains)
    }

    /// Returns the rank among the levels whose eliminations depend on the candidates left only, so that fewer candidates have
    /// all eliminations of more. Each of them has all eliminations of those before.
    fn rank(self) -> Option<usize> {
        match self {
            AdvisorLevel::Plus => Some(0),
            AdvisorLevel::ForcingChains => Some(1),
            AdvisorLevel::MultipleForcingChains => Some(2),
            AdvisorLevel::DynamicForcingChains(None) => Some(3),
            AdvisorLevel::DynamicForcingChains(Some(_)) => None,
        }
    }

    /// Returns the rating of the shortest dynamic chain that uses the level. This is its only definition.
    pub(crate) const fn base_rating(self) -> f64 {
        match self {
            AdvisorLevel::Plus => 9.0,
            AdvisorLevel::ForcingChains => 9.5,
            AdvisorLevel::MultipleForcingChains => 10.0,
            AdvisorLevel::DynamicForcingChains(_) => 10.5,
        }
    }
}

/// The candidates left, and those at the start.
struct Look<'a> {
    fixed: &'a Fixed,
    current: &'a Marks,
    start: &'a Marks,
}

const KINDS: [(HouseKind, HouseKind); 4] = [
    (HouseKind::Box, HouseKind::Column),
    (HouseKind::Box, HouseKind::Row),
    (HouseKind::Column, HouseKind::Box),
    (HouseKind::Row, HouseKind::Box),
];

impl Look<'_> {
    /// Returns the nodes of the removed candidates of `cells`, ordered by cell.
    fn gone(&self, cells: CellSet, digit: Digit) -> Vec<Node> {
        let gone = self.start.cells(digit) - self.current.cells(digit);
        (gone & cells).iter().map(|cell| Node::off(cell, digit)).collect()
    }

    fn advance(&self, eliminated: &[Candidate], parents: Vec<Node>, found: &mut Vec<Advance>) {
        if parents.is_empty() {
            return;
        }
        let parents: Arc<[Node]> = parents.into();
        found.extend(eliminated.iter().map(|candidate| Advance {
            node: Node::off(candidate.cell, candidate.digit),
            parents: parents.clone(),
            nested: None,
        }));
    }

    /// Returns the digits of cells that are still candidates, with the cells in table order.
    fn eliminated(&self, cells: impl Iterator<Item = Cell>, digits: impl Fn(Cell) -> DigitSet) -> Vec<Candidate> {
        let cells = cells.filter(|&cell| self.current.digits(cell).intersects(digits(cell))).collect();
        let candidates = |cell: Cell| {
            let left = self.current.digits(cell) & digits(cell);
            left.iter().map(move |digit| Candidate { cell, digit })
        };
        in_table_order(cells).into_iter().flat_map(candidates).collect()
    }

    fn locked(&self, digits: DigitSet) -> Vec<Advance> {
        let mut found = Vec::new();
        if digits.is_empty() {
            return found;
        }
        for (base_kind, cover_kind) in KINDS {
            for digit in digits.iter() {
                let cells = self.current.cells(digit);
                for &base in House::of_kind(base_kind) {
                    let places = cells & base.cells();
                    let Some(first) = places.first() else { continue };
                    if places.len() < 2 {
                        continue;
                    }
                    let cover = first.houses().into_iter().find(|house| house.kind() == cover_kind).expect("a house");
                    if !places.is_subset(cover.cells()) {
                        continue;
                    }
                    let elsewhere = cover.cells() - base.cells();
                    if !cells.intersects(elsewhere) {
                        continue;
                    }
                    let eliminated = self.eliminated(elsewhere.iter(), |_| digit.into());
                    self.advance(&eliminated, self.gone(base.cells() - cover.cells(), digit), &mut found);
                }
            }
        }
        found
    }

    fn hidden_pairs(&self) -> Vec<Advance> {
        let mut found = Vec::new();
        for house in BOXES_COLUMNS_ROWS {
            if self.fixed.empty_in(house) <= 4 {
                continue;
            }
            let mut places_of = [0; 9];
            for position in 0..9 {
                for digit in self.current.digits(house.cell(position)).iter() {
                    places_of[digit.index()] |= 1 << position;
                }
            }
            for tuple in NineSets::new(places_of, 2).tuples() {
                let digits: DigitSet = members(tuple.chosen).map(Digit::from_index).collect();
                let pair = members(tuple.union).map(|position| house.cell(position));
                let eliminated = self.eliminated(pair, |_| !digits);
                if eliminated.is_empty() {
                    continue;
                }
                let others =
                    (0..9).filter(|position| tuple.union >> position & 1 == 0).map(|position| house.cell(position));
                let parents = others
                    .flat_map(|cell| (self.start.digits(cell) & digits).iter().map(move |digit| Node::off(cell, digit)))
                    .collect();
                self.advance(&eliminated, parents, &mut found);
            }
        }
        found
    }

    fn naked_pairs(&self) -> Vec<Advance> {
        let mut found = Vec::new();
        for house in BOXES_COLUMNS_ROWS {
            if self.fixed.empty_in(house) < 4 {
                continue;
            }
            let digits_of = std::array::from_fn(|position| self.current.digits(house.cell(position)).bits());
            for tuple in NineSets::new(digits_of, 2).tuples() {
                let digits = DigitSet::from_bits(tuple.union);
                let others =
                    (0..9).filter(|position| tuple.chosen >> position & 1 == 0).map(|position| house.cell(position));
                let eliminated = self.eliminated(others, |_| digits);
                if eliminated.is_empty() {
                    continue;
                }
                let pair = members(tuple.chosen).map(|position| house.cell(position));
                let parents = pair
                    .flat_map(|cell| (self.start.digits(cell) - digits).iter().map(move |digit| Node::off(cell, digit)))
                    .collect();
                self.advance(&eliminated, parents, &mut found);
            }
        }
        found
    }

    fn x_wings(&self, digits: DigitSet) -> Vec<Advance> {
        let mut found = Vec::new();
        if digits.is_empty() {
            return found;
        }
        for (base_kind, cover_kind) in [(HouseKind::Column, HouseKind::Row), (HouseKind::Row, HouseKind::Column)] {
            let digits = digits.iter().filter(|digit| self.fixed.placed[digit.index()] + 4 <= 9);
            let sets: Vec<(Digit, NineSets)> = digits
                .map(|digit| {
                    let mut places = [0; 9];
                    for cell in self.current.cells(digit).iter() {
                        match base_kind {
                            HouseKind::Column => places[cell.column()] |= 1 << cell.row(),
                            _ => places[cell.row()] |= 1 << cell.column(),
                        }
                    }
                    (digit, NineSets::new(places, 2))
                })
                .collect();
            for chosen in combinations(9, 2) {
                for (digit, sets) in &sets {
                    let Some(tuple) = sets.tuple(chosen) else { continue };
                    let base = || members(tuple.chosen).map(|line| House::of_kind(base_kind)[line]);
                    let cover = || members(tuple.union).map(|line| House::of_kind(cover_kind)[line]);
                    let in_base = base().fold(CellSet::EMPTY, |all, line| all | line.cells());
                    let in_cover = cover().fold(CellSet::EMPTY, |all, line| all | line.cells());
                    let elsewhere = cover().flat_map(|line| (line.cells() - in_base).iter());
                    let eliminated = self.eliminated(elsewhere, |_| (*digit).into());
                    if eliminated.is_empty() {
                        continue;
                    }
                    let parents = base().flat_map(|line| self.gone(line.cells() - in_cover, *digit)).collect();
                    self.advance(&eliminated, parents, &mut found);
                }
            }
        }
        found
    }

    /// Returns the advances of a chain on the candidates left.
    fn by_hint(&self, hint: &NestedHint) -> Vec<Advance> {
        let mut parents: Vec<Node> = Vec::new();
        let mut seen: Bits<{ NODES.div_ceil(64) }> = Bits::EMPTY;
        for (node, cause) in hint.nodes().filter(|(node, _)| node.is_on()) {
            let cause = if cause == Cause::Assumption { hint.house() } else { cause };
            for node in self.gone_for(node, cause) {
                if !seen.contains(node.index()) {
                    seen.insert(node.index());
                    parents.push(node);
                }
            }
        }
        if parents.is_empty() {
            return Vec::new();
        }
        let parents: Arc<[Node]> = parents.into();
        let advance = |candidate: &Candidate| Advance {
            node: Node::off(candidate.cell, candidate.digit),
            parents: parents.clone(),
            nested: Some(hint.clone()),
        };
        hint.eliminations().iter().map(advance).collect()
    }

    /// Returns the candidates whose removal forced an on node.
    fn gone_for(&self, node: Node, cause: Cause) -> Vec<Node> {
        let (cell, digit) = (node.cell(), node.digit());
        match cause {
            Cause::Cell => {
                let gone = self.start.digits(cell) - self.current.digits(cell);
                gone.iter().map(|digit| Node::off(cell, digit)).collect()
            }
            Cause::Box | Cause::Row | Cause::Column => {
                let (house, _) = houses(cell).into_iter().find(|(_, other)| *other == cause).expect("a house");
                self.gone(house.cells(), digit)
            }
            Cause::Assumption | Cause::Advanced | Cause::Contradiction => Vec::new(),
        }
    }
}
