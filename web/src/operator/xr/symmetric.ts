// Eigenvalues and eigenvectors of a small symmetric matrix by Jacobi's rotations: each rotation
// makes one pair of elements beside the diagonal zero, until all are.
//   t = sgn θ / (|θ| + √(θ² + 1)),   θ = (a_qq − a_pp) / (2 a_pq),   c = 1/√(t² + 1),   s = t c
// G. Golub, C. Van Loan, Matrix Computations, 4th ed., 2013, section 8.5.

export interface Eigen {
  values: number[]; // largest first
  vectors: number[][]; // vectors[k] belongs to values[k]; unit length, perpendicular to each other
}

const kMostSweeps = 50; // converges quadratically; a handful are the rule
// what is left beside the diagonal, by its size, when nothing of it is in the last digit any more
const kNothing = 1e-20;

const at = (a: number[][], i: number, j: number): number => a[i]![j]!;

// elements (p, q) of `a` become zero; `v` collects the rotations
function rotate(a: number[][], v: number[][], p: number, q: number): void {
  const theta = (at(a, q, q) - at(a, p, p)) / (2 * at(a, p, q));
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  const turn = (m: number[][], i: number, j: number, k: number, l: number) => {
    const x = at(m, i, j);
    const y = at(m, k, l);
    m[i]![j] = c * x - s * y;
    m[k]![l] = s * x + c * y;
  };
  for (let k = 0; k < a.length; ++k) turn(a, k, p, k, q);
  for (let k = 0; k < a.length; ++k) turn(a, p, k, q, k);
  for (let k = 0; k < a.length; ++k) turn(v, k, p, k, q);
}

// matrix: symmetric, by rows; is not changed
export function symmetricEigen(matrix: readonly (readonly number[])[]): Eigen {
  const n = matrix.length;
  const a = matrix.map((row) => [...row]);
  const v = a.map((_row, i) => a.map((_, j) => (i === j ? 1 : 0)));
  const size = a.reduce((sum, row) => sum + Math.hypot(...row), 0);
  for (let sweep = 0; sweep < kMostSweeps; ++sweep) {
    let beside = 0;
    for (let p = 0; p < n; ++p) for (let q = p + 1; q < n; ++q) beside += Math.abs(at(a, p, q));
    if (!(beside > kNothing * size)) break;
    for (let p = 0; p < n; ++p)
      for (let q = p + 1; q < n; ++q) if (at(a, p, q) !== 0) rotate(a, v, p, q);
  }
  const order = a.map((_row, i) => i).sort((i, j) => at(a, j, j) - at(a, i, i));
  return {
    values: order.map((k) => at(a, k, k)),
    vectors: order.map((k) => v.map((row) => row[k] ?? 0)),
  };
}
