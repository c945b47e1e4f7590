//! Chains as data of a step: nodes, links, and the hint that an engine concludes from them.

pub(crate) mod node;

use std::sync::Arc;

use minirow_core::{Candidate, CandidateSet, CellSet, Digit};
use smallvec::SmallVec;

use crate::chain::node::{Cause, Node};
use crate::rating::Rating;

/// A node of a chain, as a conclusion from other nodes of the same chain.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::Link;
/// let clues = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// let puzzle = Puzzle::new(clues.parse()?)?;
/// let step = minirow_grade::path(&puzzle).find(|step| !step.chains().is_empty()).unwrap();
/// let links: &[Link] = step.chains()[0].links();
/// // The first link is the target; each link follows from later ones, and the assumption from none.
/// assert!(links[0].parents().all(|parent| parent > 0));
/// assert_eq!(links.last().unwrap().parents().count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    pub(crate) node: Node,
    pub(crate) cause: Cause,
    /// The nodes that it follows from, as indices in the chain.
    pub(crate) parents: SmallVec<[u16; 4]>,
    /// The nested hint, for a node that follows from a chain on the candidates left.
    pub(crate) nested: Option<Arc<Hint>>,
}

impl Link {
    /// Creates the link of a candidate that is concluded to be true (`is_on`) or false. `parents` are the nodes that it follows
    /// from, as indices in the conclusions for [`Chain::of_conclusions`], which has an example.
    pub fn new(candidate: Candidate, is_on: bool, cause: Cause, parents: impl IntoIterator<Item = usize>) -> Link {
        let on = Node::on(candidate.cell, candidate.digit);
        let parents = parents.into_iter().map(|place| u16::try_from(place).expect("a chain has at most 1458 nodes"));
        Link { node: if is_on { on } else { on.negation() }, cause, parents: parents.collect(), nested: None }
    }

    /// Sets the nested chain that eliminates the candidate of the node, and the candidates that it uses. See
    /// [`Link::nested`].
    #[must_use]
    pub fn proved_by(self, nested: Chain, left: &CandidateSet) -> Link {
        let hint = Hint {
            rating: Rating::ZERO,
            complexity: 0,
            kind: HintKind::Contradiction,
            placement: None,
            eliminations: vec![self.candidate()],
            house: Cause::Advanced,
            chains: vec![nested],
            left: Some(Digit::ALL.map(|digit| left.cells(digit)).into()),
        };
        Link { nested: Some(hint.into()), ..self }
    }

    /// Returns the candidate of the node.
    pub fn candidate(&self) -> Candidate {
        self.node.candidate()
    }

    /// Returns `true` if the candidate is concluded to be true, and `false` if it is concluded to be false.
    pub fn is_on(&self) -> bool {
        self.node.is_on()
    }

    /// Returns the reason why the node follows.
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// Returns the nodes that it follows from, as indices in [`Chain::links`].
    pub fn parents(&self) -> impl Iterator<Item = usize> + '_ {
        self.parents.iter().map(|&place| usize::from(place))
    }

    /// Returns the nested chains of the node, which use the candidates left after the assumption; empty for other
    /// nodes.
    pub fn nested(&self) -> &[Chain] {
        self.nested.as_ref().map_or(&[], |hint| &hint.chains)
    }

    /// Returns the candidates for the chains of [`nested`](Link::nested): those of the position that are not false by
    /// then. Returns `None` if there are no nested chains.
    pub fn nested_in(&self) -> Option<CandidateSet> {
        let left = self.nested.as_ref()?.left.as_deref()?;
        let of_digit = |digit: Digit| left[digit.index()].iter().map(move |cell| Candidate { cell, digit });
        Some(Digit::ALL.into_iter().flat_map(of_digit).collect())
    }
}

/// The nodes from which a target follows, breadth first. The target is the first node; an assumption has no parents.
///
/// ```
/// use minirow_core::Puzzle;
/// let clues = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// let puzzle = Puzzle::new(clues.parse()?)?;
/// let step = minirow_grade::path(&puzzle).find(|step| !step.chains().is_empty()).unwrap();
/// for link in step.chains()[0].links() {
///     let sign = if link.is_on() { "=" } else { "<>" };
///     println!("{}{sign}{} because of {:?}", link.candidate().cell, link.candidate().digit, link.cause());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain(pub(crate) Vec<Link>);

impl Chain {
    /// Creates a chain from its links in the order in which they are concluded: the assumption first, the target last.
    ///
    /// ```
    /// use minirow_core::{Candidate, Cell, Digit};
    /// use minirow_grade::{Cause, Chain, Link};
    /// let [first, second] = [Cell::at(0, 0), Cell::at(0, 1)].map(|cell| Candidate { cell, digit: Digit::D5 });
    /// let (assumption, target) = (Link::new(first, true, Cause::Assumption, []), Link::new(second, false, Cause::Row, [0]));
    /// let chain = Chain::of_conclusions(vec![assumption, target]);
    /// assert_eq!(chain.links()[0].candidate(), second);
    /// assert_eq!(chain.links()[0].parents().collect::<Vec<_>>(), [1]);
    /// ```
    ///
    /// # Panics
    /// Panics if there are no links, or if a link does not follow from earlier ones.
    pub fn of_conclusions(mut links: Vec<Link>) -> Chain {
        let is_earlier = |(place, link): (usize, &Link)| link.parents().all(|parent| parent < place);
        assert!(!links.is_empty() && links.iter().enumerate().all(is_earlier), "each link follows from earlier ones");
        links.reverse();
        let last = links.len() - 1;
        links.iter_mut().flat_map(|link| &mut link.parents).for_each(|parent| *parent = last as u16 - *parent);
        Chain(links)
    }

    /// Returns the nodes with their links. The target is the first.
    pub fn links(&self) -> &[Link] {
        &self.0
    }

    pub(crate) fn target(&self) -> Node {
        self.0[0].node
    }
}

/// The kind of a hint. The discriminants are the order among hints with the same difficulty and complexity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum HintKind {
    Double = 1,
    XChain = 2,
    YChain = 3,
    XyChain = 4,
    Cell = 5,
    House = 6,
    Contradiction = 7,
}

impl HintKind {
    /// Returns `true` for the kinds of forcing chains.
    pub(crate) fn is_forcing(self) -> bool {
        matches!(self, HintKind::XChain | HintKind::YChain | HintKind::XyChain)
    }
}

/// A conclusion of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hint {
    pub(crate) rating: Rating,
    pub(crate) complexity: u32,
    pub(crate) kind: HintKind,
    pub(crate) placement: Option<Candidate>,
    /// The eliminations, in the order of Sudoku Explainer.
    pub(crate) eliminations: Vec<Candidate>,
    /// The house of a house hint, as the cause of its places.
    pub(crate) house: Cause,
    pub(crate) chains: Vec<Chain>,
    /// For a nested hint: the candidates left when it was searched.
    pub(crate) left: Option<Arc<[CellSet; 9]>>,
}

impl Hint {
    pub(crate) fn eliminated(&self) -> CandidateSet {
        self.eliminations.iter().copied().collect()
    }
}
