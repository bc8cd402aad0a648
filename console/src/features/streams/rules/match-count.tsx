/** How many of the newest messages the rules would match, while they are edited. */

import { countRuleMatches, MAX_TRIED_RULES } from '@logyard/contract/streams/rule-matches'
import type { StreamRuleDraft } from '@logyard/contract/streams/stream-rules'
import type { MatchingType } from '@logyard/contract/streams/streams'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { statusText } from '../../../api/api-error.ts'
import { callQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { STREAMS_KEY } from '../stream-queries.ts'

const TYPING_PAUSE_MS = 300

interface MatchCountProps {
  /** Only complete rules. */
  readonly rules: readonly StreamRuleDraft[]
  readonly matchingType: MatchingType
}

export function MatchCount({ rules, matchingType }: MatchCountProps) {
  const t = useText()
  const call = useCall()
  const [asked] = useDebouncedValue(JSON.stringify(rules.slice(0, MAX_TRIED_RULES)), TYPING_PAUSE_MS)
  const isWanted = rules.length > 0 && asked !== '[]'
  const count = useQuery({
    ...callQuery(call, [...STREAMS_KEY, 'rule-matches', asked, matchingType], countRuleMatches, {
      body: { rules: [...rules.slice(0, MAX_TRIED_RULES)], matching_type: matchingType },
      extendSession: false,
    }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <Text size="sm" role="status" {...(isWanted ? {} : { c: 'dimmed' })}>
      {!isWanted
        ? t('streams.count.noRules')
        : count.isError
          ? t('streams.count.failed', { status: statusText(count.error) })
          : count.data === undefined
            ? t('streams.count.counting')
            : count.data.looked_at === 0
              ? t('streams.count.noMessages')
              : t(count.data.is_complete ? 'streams.count.matches' : 'streams.count.partly', {
                  matches: count.data.matches,
                  total: count.data.looked_at,
                })}
    </Text>
  )
}
