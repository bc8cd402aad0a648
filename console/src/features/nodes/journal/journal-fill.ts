/** Share from 0 to 1; above its limit the journal counts as full. */
export const fillOf = (size: number, limit: number): number => (limit <= 0 ? 0 : Math.min(1, Math.max(0, size / limit)))

/** Above this, inputs are slowed down and UDP messages get lost. */
export function toneOfFill(fill: number): 'spruce' | 'amber' | 'red' {
  if (fill >= 1) return 'red'
  return fill >= 0.8 ? 'amber' : 'spruce'
}
