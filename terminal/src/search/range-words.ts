export const DEFAULT_RANGE = '15m'
/** Examples, for completion. */
export const RANGE_WORDS = ['5m', '15m', '1h', '8h', '1d', '7d', 'today', 'yesterday', 'all'] as const
