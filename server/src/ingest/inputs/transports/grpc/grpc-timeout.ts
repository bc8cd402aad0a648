const UNIT_MS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }

/** The time until the deadline of the client, such as `10S`. Undefined if there is none, or it is invalid. */
export function grpcTimeoutMs(header: string | readonly string[] | undefined): number | undefined {
  const [, digits, unit = ''] = (typeof header === 'string' && /^(\d{1,8})([HMSmun])$/.exec(header)) || []
  const unitMs = UNIT_MS[unit]
  return digits === undefined || unitMs === undefined ? undefined : Number(digits) * unitMs
}
