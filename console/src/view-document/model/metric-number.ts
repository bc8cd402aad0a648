/** A number of a result: instants may come as text; the text "NaN" is null. */
export function metricNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  if (Number.isFinite(number)) return number
  const instant = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(instant) ? null : instant
}
