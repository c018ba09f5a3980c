// The search pattern of names: the texts between the stars, one after the other, in either case.

/** @param {string} text */
export function piecesIn(text) {
  return text.trim().toLowerCase().split('*').filter(Boolean);
}

/**
 * @param {string} name
 * @param {string[]} pieces
 */
export function hasPieces(name, pieces) {
  const text = name.toLowerCase();
  let from = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}
