/** From 0 to 1; what goes beyond its limit is full. */
export const fillOf = (size: number, limit: number): number => (limit <= 0 ? 0 : Math.min(1, Math.max(0, size / limit)))

/** Full: inputs are pushed back, and UDP messages get lost. */
export function toneOfFill(fill: number): 'spruce' | 'amber' | 'red' {
  if (fill >= 1) return 'red'
  return fill >= 0.8 ? 'amber' : 'spruce'
}
