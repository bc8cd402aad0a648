/** The most important problem of the query, with buttons that fix it. Its line is always there, so nothing moves. */
import type { QueryFix } from '@logyard/contract/search/search-validation'
import { applyFix } from '@logyard/languages/query/query-fix'
import { Button, Group, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { QueryProblem } from './query-problem.ts'

interface QueryProblemTextProps {
  /** The query input refers to it with `aria-describedby`. */
  readonly id: string
  readonly problems: readonly QueryProblem[]
  /** The text that the problems are about. */
  readonly text: string
  /** Called with the whole fixed query. */
  readonly onFix: (query: string) => void
}

const COLORS = {
  error: 'var(--mantine-color-error)',
  warning: 'var(--ly-warn-text)',
  info: 'var(--mantine-color-dimmed)',
} as const
const RANK = { error: 0, warning: 1, info: 2 } as const
const LONGEST_SHOWN = 48

/** Problems are announced when they appear. */
export function QueryProblemText({ id, problems, text, onFix }: QueryProblemTextProps) {
  const t = useText()
  const [problem] = problems.toSorted((one, other) => RANK[one.severity] - RANK[other.severity])
  const shownFix = ({ from, to, insert }: QueryFix) => {
    // A small change is shown with the word around it: `level:(3)` says more than `)`.
    const start = text.lastIndexOf(' ', from - 1) + 1
    const rest = /^\S*/.exec(text.slice(to))?.[0] ?? ''
    const shown = insert.length > 3 ? insert : text.slice(start, from) + insert + rest
    return shown.length === 0 || shown.length > LONGEST_SHOWN ? undefined : shown
  }
  const labelOf = (fix: QueryFix) => {
    const shown = shownFix(fix)
    if (shown === undefined) return t('search.query.fix')
    if (fix.count === undefined) return t('search.query.fix.to', { query: shown })
    return t('search.query.fix.counted', { query: shown, count: fix.count })
  }
  return (
    <Group gap="0 var(--mantine-spacing-xs)" mih={24} translate="no">
      <Text
        id={id}
        size="xs"
        c={COLORS[problem?.severity ?? 'info']}
        role="status"
        miw={0}
        style={{ overflowWrap: 'anywhere' }}
      >
        {problem?.message}
      </Text>
      {problem?.fixes?.map((fix) => (
        <Button
          key={`${fix.from} ${fix.insert}`}
          size="compact-xs"
          variant="default"
          h={24}
          maw="100%"
          onClick={() => onFix(applyFix(text, fix))}
        >
          {labelOf(fix)}
        </Button>
      ))}
    </Group>
  )
}
