import { useShownScreen } from './router-context.tsx'

/**
 * The id of the work at the current address: entries that a page adds itself belong to the same work. Another id means
 * that the user opened something else at the same path, or returned to it.
 */
export function useWorkId(): string {
  const { state, key } = useShownScreen().entry
  return state.workId ?? key
}
