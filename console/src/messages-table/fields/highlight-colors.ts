/** Highlighting colours: a scale of 40 from light yellow over green and blue to red. */
export const SEARCH_TERM_COLOR = '#ffec3d'

const STOPS: readonly (readonly [number, number, number])[] = [
  [255, 247, 176],
  [168, 226, 150],
  [148, 196, 242],
  [240, 128, 122],
]
const COUNT = 40

export const HIGHLIGHT_COLORS: readonly string[] = Array.from({ length: COUNT }, (_, index) => {
  const place = (index / (COUNT - 1)) * (STOPS.length - 1)
  const at = Math.min(Math.floor(place), STOPS.length - 2)
  const [from = [0, 0, 0], to = [0, 0, 0]] = [STOPS[at], STOPS[at + 1]]
  const mix = (channel: 0 | 1 | 2) =>
    Math.round((from[channel] ?? 0) + ((to[channel] ?? 0) - (from[channel] ?? 0)) * (place - at))
  return `#${[mix(0), mix(1), mix(2)].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
})

/** Far from the previous colours: the step is coprime to the number of colours. */
export const nextHighlightColor = (used: number): string =>
  HIGHLIGHT_COLORS[(5 + used * 13) % COUNT] ?? SEARCH_TERM_COLOR
