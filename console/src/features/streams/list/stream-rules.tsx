import type { StreamRule } from '@logyard/contract/streams/stream-rules'
import { type StreamPageItem, updateStream } from '@logyard/contract/streams/streams'
import { Button, Popover, Stack } from '@mantine/core'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed, DimmedWords } from '../../../ui/dimmed.tsx'
import { RuleList } from '../rules/rule-list.tsx'
import classes from '../streams.module.css'

interface StreamRulesProps {
  readonly stream: StreamPageItem
  readonly onEditRule: (rule: StreamRule) => void
}

/** The number of rules of a stream; a click shows them. */
export function StreamRules({ stream, onEditRule }: StreamRulesProps) {
  const t = useText()
  const canEdit = useMay()(updateStream, { id: stream.id }) && stream.is_editable
  const { rules, matching_type: type } = stream
  if (!stream.is_editable && rules.length === 0) return '-'
  if (rules.length === 0) return <DimmedWords>{t('streams.rules.none')}</DimmedWords>
  return (
    <Popover position="bottom-start" width={420} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          className={classes['rulesButton'] ?? ''}
          variant="subtle"
          color="gray"
          aria-label={t('streams.rules.show', { title: stream.title, count: rules.length })}
        >
          {t('streams.rules.count', { count: rules.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('streams.rules')}>
        <Stack gap="xs">
          <Dimmed size="xs">{t('streams.rules.sentence', { type, count: rules.length })}</Dimmed>
          <RuleList rules={rules} canEdit={canEdit} onEdit={onEditRule} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
