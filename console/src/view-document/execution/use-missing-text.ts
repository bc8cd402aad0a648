import { useText } from '../../base/text/text.tsx'

/** What a result lacks, by the shards of the message store that did not respond. */
export function useMissingText(): (shards: readonly number[]) => string {
  const t = useText()
  return (shards) => t('search.missing', { count: shards.length, shards: shards.join(', ') })
}
