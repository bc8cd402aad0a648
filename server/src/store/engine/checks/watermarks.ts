/** How full a disk may become before administrators are warned: the usual watermarks of search engines. */
const WATERMARKS = [
  { type: 'es_node_disk_watermark_flood_stage', usedShare: 0.95 },
  { type: 'es_node_disk_watermark_high', usedShare: 0.9 },
  { type: 'es_node_disk_watermark_low', usedShare: 0.85 },
] as const

export type Watermark = (typeof WATERMARKS)[number]['type']

export const WATERMARK_TYPES: readonly Watermark[] = WATERMARKS.map(({ type }) => type)

/** A disk leaves a watermark only when it is this much below it, so that a warning does not come and go. */
const MARGIN = 0.01

/** The highest watermark that a disk has reached; `before` is that of the previous check. */
export function watermarkOf(usedShare: number, before?: Watermark): Watermark | undefined {
  const reached = before === undefined ? WATERMARK_TYPES.length : WATERMARK_TYPES.indexOf(before)
  return WATERMARKS.find((mark, at) => usedShare >= mark.usedShare - (at >= reached ? MARGIN : 0))?.type
}
