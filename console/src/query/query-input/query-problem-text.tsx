import { Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { QueryProblem } from './query-problem.ts'

interface QueryProblemTextProps {
  /** The query input refers to it with `aria-describedby`. */
  readonly id: string
  readonly problems: readonly QueryProblem[]
}

/** The first problem of the query in words; announced when it appears. */
export function QueryProblemText({ id, problems: [problem] }: QueryProblemTextProps) {
  const t = useText()
  return (
    <Text
      id={id}
      size="xs"
      c={problem?.severity === 'warning' ? 'var(--ly-warn-text)' : 'var(--mantine-color-error)'}
      hidden={problem === undefined}
      role="status"
      translate="no"
    >
      {problem !== undefined && t('search.query.problem', { message: problem.message, place: problem.from + 1 })}
    </Text>
  )
}
