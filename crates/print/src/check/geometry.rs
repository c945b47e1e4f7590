//! Rectangles and transformations of a PDF page, in which y points up.

use lopdf::{Document, Object};

/// A rectangle by its sides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bounds {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
    pub(super) top: f64,
}

impl Bounds {
    /// Contains no point.
    pub(super) const NONE: Bounds =
        Bounds { left: f64::INFINITY, right: f64::NEG_INFINITY, bottom: f64::INFINITY, top: f64::NEG_INFINITY };

    /// Reads a rectangle: an array of two opposite corners.
    pub(super) fn of(document: &Document, object: &Object) -> Option<Bounds> {
        let [x1, y1, x2, y2] = numbers(document, object)?;
        Some(Bounds { left: x1.min(x2), right: x1.max(x2), bottom: y1.min(y2), top: y1.max(y2) })
    }

    pub(super) fn add(&mut self, (x, y): (f64, f64)) {
        (self.left, self.right) = (self.left.min(x), self.right.max(x));
        (self.bottom, self.top) = (self.bottom.min(y), self.top.max(y));
    }

    /// Returns the part inside of another rectangle.
    pub(super) fn within(&self, other: &Bounds) -> Bounds {
        Bounds {
            left: self.left.max(other.left),
            right: self.right.min(other.right),
            bottom: self.bottom.max(other.bottom),
            top: self.top.min(other.top),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left > self.right || self.bottom > self.top
    }

    /// Returns the rectangle with a width added on all sides.
    pub(super) fn wider(&self, by: f64) -> Bounds {
        Bounds { left: self.left - by, right: self.right + by, bottom: self.bottom - by, top: self.top + by }
    }

    /// Returns the smallest rectangle around the transformed one.
    pub(super) fn transformed(&self, matrix: &Matrix) -> Bounds {
        let mut bounds = Bounds::NONE;
        for corner in
            [(self.left, self.bottom), (self.right, self.bottom), (self.left, self.top), (self.right, self.top)]
        {
            bounds.add(matrix.apply(corner));
        }
        bounds
    }
}

/// Reads an array of finite numbers.
pub(super) fn numbers<const N: usize>(document: &Document, object: &Object) -> Option<[f64; N]> {
    let array = object.as_array().ok()?;
    let mut numbers = [0.0; N];
    for (number, object) in numbers.iter_mut().zip(array.get(..N)?) {
        let (_, object) = document.dereference(object).ok()?;
        *number = f64::from(object.as_float().ok()?);
    }
    numbers.iter().all(|number| number.is_finite()).then_some(numbers)
}

/// An affine transformation, as the six numbers of PDF.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Matrix(pub(super) [f64; 6]);

impl Matrix {
    pub(super) const IDENTITY: Matrix = Matrix([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// Returns the turn of a page by quarters, clockwise, and its enlargement.
    pub(super) fn of_page(quarters: i64, scale: f64) -> Matrix {
        let [a, b, c, d] = match quarters.rem_euclid(4) {
            0 => [scale, 0.0, 0.0, scale],
            1 => [0.0, -scale, scale, 0.0],
            2 => [-scale, 0.0, 0.0, -scale],
            _ => [0.0, scale, -scale, 0.0],
        };
        Matrix([a, b, c, d, 0.0, 0.0])
    }

    /// Returns the transformation that applies `self` first, and then `next`.
    pub(super) fn then(&self, next: &Matrix) -> Matrix {
        let ([a, b, c, d, e, f], [p, q, r, s, t, u]) = (self.0, next.0);
        Matrix([a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u])
    }

    pub(super) fn apply(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// Returns the factor by which lengths grow on average.
    pub(super) fn scale(&self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        (a * d - b * c).abs().sqrt()
    }

    /// Returns the factor by which horizontal lengths grow.
    pub(super) fn width(&self) -> f64 {
        self.0[0].hypot(self.0[1])
    }

    /// Returns the factor by which vertical lengths grow.
    pub(super) fn height(&self) -> f64 {
        self.0[2].hypot(self.0[3])
    }
}
