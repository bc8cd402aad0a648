/** The intervals of automatic refresh. */
export const REFRESH_SECONDS = [1, 2, 5, 10, 30, 60, 300] as const
const DEFAULT_REFRESH_SECONDS = 1

export interface Refresh {
  readonly seconds: number
  readonly isOn: boolean
}
export const noRefresh: Refresh = { seconds: DEFAULT_REFRESH_SECONDS, isOn: false }
