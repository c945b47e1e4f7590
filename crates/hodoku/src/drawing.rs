//! A step as one of `minirow-grade`: with the candidates, houses and chains that a picture shows.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit, House, HouseKind};
use minirow_grade::{Cause, Chain, Explanation, Link, Pencilmarks, Phrase, Rating};

use crate::chain::{Conclusion, Node};
use crate::pattern::{ChainForm, Pattern};
use crate::step::Step;
use crate::techniques::ALL;

/// The techniques in their order, for steps of `minirow-grade`. They have no rating there, and find nothing: the clues decide
/// which step HoDoKu takes.
static TECHNIQUES: LazyLock<Vec<minirow_grade::Technique>> = LazyLock::new(|| {
    let technique = |technique: &&crate::Technique| minirow_grade::Technique {
        slug: technique.slug,
        name: technique.name,
        family: "",
        summary: technique.name,
        ratings: Rating::range(0.0, 0.0),
        find: |_, _| ControlFlow::Continue(()),
        explain: |step, _| Explanation::of(step, Phrase::signs(step.technique().name)),
    };
    ALL.iter().map(technique).collect()
});

impl Step {
    /// Returns the step as one of `minirow-grade`, with the candidates, houses and chains to look at. The variant is the name of
    /// the step if it is not that of its technique. `position` is the one in which the step was found.
    ///
    /// A group of cells in a chain is a link for each of its cells.
    ///
    /// ```
    /// use minirow_core::Puzzle;
    /// use minirow_hodoku::path;
    ///
    /// let puzzle = Puzzle::new("8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......".parse()?)?;
    /// let mut path = path(&puzzle);
    /// let position = path.pencilmarks().clone();
    /// let step = path.next().unwrap();
    /// assert_eq!(step.drawn(&position).technique().slug, "naked-single");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn drawn(&self, position: &Pencilmarks) -> minirow_grade::Step {
        let place = ALL.iter().position(|&technique| technique == self.technique());
        let technique = &TECHNIQUES[place.expect("the technique of a step is in the registry")];
        let mut step = match self.placement() {
            Some(Candidate { cell, digit }) => minirow_grade::Step::place(technique, cell, digit),
            None => minirow_grade::Step::eliminate(technique, self.eliminations().iter().copied().collect()),
        };
        if self.name() != technique.name {
            step = step.of_variant(self.name());
        }
        let candidates = self.candidates().into_iter().filter(|&candidate| position.candidates().contains(candidate));
        step = self.houses(position).into_iter().fold(step, minirow_grade::Step::seen_in);
        step.because_of(candidates.collect::<CandidateSet>()).proved_by(self.chains(position))
    }

    /// Returns the candidates of a pattern without chains, and perhaps more that the position does not have.
    fn candidates(&self) -> Vec<Candidate> {
        let of = |cells: CellSet, digits: &[Digit]| -> Vec<Candidate> {
            cells.iter().flat_map(|cell| digits.iter().map(move |&digit| Candidate { cell, digit })).collect()
        };
        let all = |cells: CellSet| of(cells, &Digit::ALL);
        let union = |houses: &[House]| houses.iter().fold(CellSet::EMPTY, |all, house| all | house.cells());
        match self.pattern() {
            Pattern::Grave => self.eliminations().first().map(|gone| all(gone.cell.into())).unwrap_or_default(),
            Pattern::Locked { digit, house, .. } => of(house.cells(), &[*digit]),
            Pattern::Subset { cells, digits, .. } => of(*cells, &digits.iter().collect::<Vec<_>>()),
            Pattern::Fish { digit, base, .. } => of(union(base), &[*digit]),
            Pattern::EmptyRectangle { digit, box_, link } => of(box_.cells() | CellSet::from_iter(*link), &[*digit]),
            Pattern::Wing { pivot, wings, .. } => all(CellSet::from_iter(*wings).with(*pivot)),
            Pattern::Rectangle { digits, cells } => of(*cells, digits),
            Pattern::SueDeCoq { crossing, line, box_ } => all(crossing.cells | line.cells | box_.cells),
            Pattern::AlmostLocked { sets, .. } => all(sets.iter().fold(CellSet::EMPTY, |all, set| all | set.cells)),
            Pattern::Single
            | Pattern::TwoLinks { .. }
            | Pattern::WWing { .. }
            | Pattern::Colors { .. }
            | Pattern::Chain { .. }
            | Pattern::Forcing { .. } => Vec::new(),
        }
    }

    /// Returns the houses in which the step is visible.
    fn houses(&self, position: &Pencilmarks) -> Vec<House> {
        match self.pattern() {
            Pattern::Single => self.house_of_single(position).into_iter().collect(),
            Pattern::Locked { house, .. }
            | Pattern::Subset { house, .. }
            | Pattern::EmptyRectangle { box_: house, .. } => {
                vec![*house]
            }
            Pattern::Fish { base, .. } => base.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the house in which a full house or a hidden single is the last place.
    pub(crate) fn house_of_single(&self, position: &Pencilmarks) -> Option<House> {
        let Candidate { cell, digit } = self.placement()?;
        let is_last = |house: &House| match self.technique().slug {
            "full-house" => {
                house.cells_in_order().iter().all(|&other| other == cell || position.values().get(other).is_some())
            }
            "hidden-single" => (position.cells(digit) & house.cells()).single() == Some(cell),
            _ => false,
        };
        let [row, column, box_] = cell.houses();
        [box_, row, column].into_iter().find(is_last)
    }

    fn chains(&self, position: &Pencilmarks) -> Vec<Chain> {
        match self.pattern() {
            Pattern::Colors { digit, components } => {
                components.iter().map(|colours| of_colours(position, *digit, *colours)).collect()
            }
            Pattern::Forcing { chains, .. } => chains.iter().map(|chain| of_conclusions(chain)).collect(),
            _ => self.nodes().map(|nodes| of_nodes(&nodes, self.is_loop())).into_iter().collect(),
        }
    }

    fn is_loop(&self) -> bool {
        matches!(self.pattern(), Pattern::Chain { form: ChainForm::Continuous, .. })
    }

    /// Returns the nodes of a pattern that is one chain: the first one is assumed, and each follows from the one before.
    pub(crate) fn nodes(&self) -> Option<Vec<Node>> {
        let alternating = |nodes: &[(Cell, Digit)]| -> Vec<Node> {
            let nodes = nodes.iter().enumerate();
            nodes.map(|(place, &(cell, digit))| Node::new(Candidate { cell, digit }, place % 2 == 1)).collect()
        };
        match self.pattern() {
            Pattern::Chain { nodes, .. } => Some(nodes.clone()),
            &Pattern::TwoLinks { digit, links: [[one, start], [other, end]] } => {
                Some(alternating(&[start, one, other, end].map(|cell| (cell, digit))))
            }
            &Pattern::WWing { cells: [start, end], digits: [x, y], link } => {
                let near =
                    link.iter().find(|cell| cell.sees(start) && link.without(*cell).iter().all(|far| far.sees(end)))?;
                let far = link.without(near).first()?;
                Some(alternating(&[(start, x), (start, y), (near, y), (far, y), (end, y), (end, x)]))
            }
            _ => None,
        }
    }
}

/// The links of a chain so far.
#[derive(Default)]
struct Links(Vec<Link>);

impl Links {
    /// Appends a node, a link for each of its cells, and returns the places of the links.
    fn push(&mut self, node: &Node, cause: Cause, parents: &[usize]) -> Vec<usize> {
        let first = self.0.len();
        let candidates = node.cells.iter().map(|cell| Candidate { cell, digit: node.digit });
        self.0.extend(candidates.map(|candidate| Link::new(candidate, node.on, cause, parents.iter().copied())));
        (first..self.0.len()).collect()
    }
}

/// Returns the chain of nodes that each follow from the one before.
fn of_nodes(nodes: &[Node], is_loop: bool) -> Chain {
    let mut links = Links::default();
    let start = if is_loop { cause(&nodes[nodes.len() - 1], &nodes[0]) } else { Cause::Assumption };
    let mut before = links.push(&nodes[0], start, &[]);
    for pair in nodes.windows(2) {
        before = links.push(&pair[1], cause(&pair[0], &pair[1]), &before);
    }
    Chain::of_conclusions(links.0)
}

/// Returns the chain of a forcing chain or net.
fn of_conclusions(chain: &[Conclusion]) -> Chain {
    let mut links = Links::default();
    // By branch: the node that it joins, and the places of its end.
    let mut ends: Vec<(Node, Vec<usize>)> = Vec::new();
    let mut before: Option<(Node, Vec<usize>)> = None;
    for Conclusion { node, branches } in chain {
        let mut parents = before.as_ref().map(|(_, places)| places.clone()).unwrap_or_default();
        parents.extend(ends.iter().filter(|(joins, _)| joins == node).flat_map(|(_, places)| places));
        parents.sort_unstable();
        parents.dedup();
        let reason = before.as_ref().map_or(Cause::Assumption, |(before, _)| cause(before, node));
        let places = links.push(node, reason, &parents);
        for branch in branches {
            let (mut last, mut end) = (*node, places.clone());
            for side in &branch.nodes {
                end = links.push(side, cause(&last, side), &end);
                last = *side;
            }
            ends.push((branch.joins, end));
        }
        before = Some((*node, places));
    }
    Chain::of_conclusions(links.0)
}

/// Returns the strong links that join the cells of two colours. The first colour is drawn as true.
fn of_colours(position: &Pencilmarks, digit: Digit, colours: [CellSet; 2]) -> Chain {
    let mut links = Links::default();
    let node = |cell: Cell| Node::new(Candidate { cell, digit }, colours[0].contains(cell));
    let start = colours[0].first().expect("a colour has cells");
    let mut reached = vec![(start, links.push(&node(start), Cause::Assumption, &[]))];
    let mut next = 0;
    while let Some((cell, places)) = reached.get(next).cloned() {
        for house in cell.houses() {
            let other = (position.cells(digit) & house.cells()).without(cell).single();
            let Some(other) = other.filter(|other| reached.iter().all(|(known, _)| known != other)) else { continue };
            reached.push((other, links.push(&node(other), cause(&node(cell), &node(other)), &places)));
        }
        next += 1;
    }
    Chain::of_conclusions(links.0)
}

/// Returns the reason why a node follows from another one: a cell or a house that they share. In a net whose state contradicts itself,
/// they may share none.
pub(crate) fn cause(from: &Node, to: &Node) -> Cause {
    match shared_house(from, to) {
        _ if from.digit != to.digit => {
            if from.cells == to.cells {
                Cause::Cell
            } else {
                Cause::Advanced
            }
        }
        None => Cause::Advanced,
        Some(house) => match house.kind() {
            HouseKind::Row => Cause::Row,
            HouseKind::Column => Cause::Column,
            HouseKind::Box => Cause::Box,
        },
    }
}

/// Returns the house of the cells of two nodes.
pub(crate) fn shared_house(from: &Node, to: &Node) -> Option<House> {
    let cells = from.cells | to.cells;
    from.first().houses().into_iter().find(|house| cells.is_subset(house.cells()))
}
