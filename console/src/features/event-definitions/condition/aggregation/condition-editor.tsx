import { Alert, Button, Input, List, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useCall } from '../../../../base/services/services.tsx'
import { useText } from '../../../../base/text/text.tsx'
import { fieldsOfQuery } from '../../../../query/fields/field-queries.ts'
import { type ConditionGroup, newGroup, rowProblems, rowsOf, writeCondition } from '../../model/condition-tree.ts'
import type { AggregationDraft } from '../../model/definition-draft.ts'
import { expressionText } from '../../model/expression-text.ts'
import classes from '../condition.module.css'
import { ConditionGroupEditor } from './condition-group-editor.tsx'

interface ConditionEditorProps {
  readonly aggregation: AggregationDraft
  readonly streams: readonly string[]
  readonly error: string | undefined
  readonly onChange: (changes: Partial<AggregationDraft>) => void
}

/** The condition on figures, as rows in groups, and in words below. */
export function ConditionEditor({ aggregation: { tree, foreign }, streams, error, onChange }: ConditionEditorProps) {
  const t = useText()
  const labelId = useId()
  const { data = [] } = useQuery(fieldsOfQuery(useCall(), streams))
  const names = data.map(({ name }) => name).toSorted()
  if (foreign !== undefined) {
    return (
      <Alert color="gray" title={t('definitions.conditions.foreign')}>
        <Text className={classes['text'] ?? ''} translate="no" mb="sm">
          {expressionText(foreign.expression, foreign.series)}
        </Text>
        <Button size="xs" variant="default" onClick={() => onChange({ foreign: undefined, tree: newGroup('all') })}>
          {t('definitions.conditions.replace')}
        </Button>
      </Alert>
    )
  }
  return (
    <Input.Wrapper label={t('definitions.conditions')} labelElement="div" labelProps={{ id: labelId }} error={error}>
      <ConditionGroupEditor
        root={tree}
        group={tree}
        fields={names}
        labelledBy={labelId}
        onChange={(next) => onChange({ tree: next.items.length === 0 ? newGroup(next.match) : next })}
      />
      <Verdict tree={tree} />
    </Input.Wrapper>
  )
}

/** Whether something is missing, and the condition in one line. */
function Verdict({ tree }: { tree: ConditionGroup }) {
  const t = useText()
  const [isShown, setIsShown] = useState(false)
  const written = writeCondition(tree)
  if (written !== undefined) {
    return (
      <Text component="div" size="sm" mt="xs" role="status" aria-label={t('definitions.conditions.valid')}>
        <IconCheck size={14} aria-hidden />{' '}
        <span className={classes['text']} translate="no">
          {expressionText(written.expression, written.series)}
        </span>
      </Text>
    )
  }
  const problems = [...new Set(rowsOf(tree).flatMap(rowProblems))]
  return (
    <Text component="div" size="sm" mt="xs" role="status">
      {t('definitions.conditions.notValid')}{' '}
      <Button size="compact-xs" variant="subtle" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {t(isShown ? 'definitions.conditions.hideErrors' : 'definitions.conditions.showErrors')}
      </Button>
      {isShown && (
        <List size="sm">
          {problems.map((problem) => (
            <List.Item key={problem}>{t(`definitions.conditions.problem.${problem}`)}</List.Item>
          ))}
        </List>
      )}
    </Text>
  )
}
