/**
 * Splits outlines that cross the antimeridian: they would be drawn across the whole map. A ring around a pole
 * is closed along the edge of the map.
 */
export type Ring = readonly (readonly [longitude: number, latitude: number])[]

const crosses = (ring: Ring) => ring.some(([x], index) => Math.abs(x - (ring[index - 1]?.[0] ?? x)) > 180)

/** The rings on the map that a ring is split into; most stay whole. */
export function cutRing(ring: Ring): Ring[] {
  if (!crosses(ring)) return [ring]
  const whole = unrolled(ring)
  const xs = whole.map(([x]) => x)
  const [least, most] = [Math.min(...xs), Math.max(...xs)]
  const parts: Ring[] = []
  // One revolution in either direction covers every position of the ring.
  for (const shift of [-360, 0, 360]) {
    if (most + shift <= -180 || least + shift >= 180) continue
    const moved: Ring = whole.map(([x, y]) => [x + shift, y])
    const part = clipped(clipped(moved, 180, -1), -180, 1)
    if (part.length > 3) parts.push(part)
  }
  return parts
}

/** Without jumps: longitudes continue past 180. */
function unrolled(ring: Ring): Ring {
  const points: [number, number][] = []
  let turn = 0
  let previous: number | undefined
  for (const [x, y] of ring) {
    if (previous !== undefined && x - previous > 180) turn -= 360
    if (previous !== undefined && previous - x > 180) turn += 360
    previous = x
    points.push([x + turn, y])
  }
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined || Math.abs(last[0] - first[0]) < 180) return points
  const pole = first[1] < 0 ? -90 : 90
  return [...points, [last[0], pole], [first[0], pole], first]
}

/** The part on one side of a meridian: `side` 1 keeps what is east of it, -1 what is west. */
function clipped(ring: Ring, meridian: number, side: 1 | -1): Ring {
  const isInside = (x: number) => (x - meridian) * side >= 0
  const inside: [number, number][] = []
  for (const [index, [x, y]] of ring.entries()) {
    const [px, py] = ring[index - 1] ?? ring.at(-1) ?? [x, y]
    if (isInside(x) !== isInside(px)) {
      const share = (meridian - px) / (x - px)
      inside.push([meridian, py + (y - py) * share])
    }
    if (isInside(x)) inside.push([x, y])
  }
  const [first] = inside
  return first === undefined ? [] : [...inside, first]
}
