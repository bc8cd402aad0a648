import { listRules } from '@logyard/contract/pipelines/rules'
import { Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { SortableList } from '../../../ui/sortable-list/sortable-list.tsx'
import { rulesQuery } from '../pipeline-queries.ts'

interface RulePickerProps {
  /** Titles, in their order. */
  readonly rules: readonly string[]
  readonly onChange: (rules: readonly string[]) => void
}

/** Rules in the order in which they run, each at most once. */
export function RulePicker({ rules, onChange }: RulePickerProps) {
  const t = useText()
  const rich = useRichText()
  const all = useQuery({ ...rulesQuery(useCall()), enabled: useMay()(listRules) })
  const free = (all.data ?? []).flatMap(({ title }) => (title === null || rules.includes(title) ? [] : [title]))
  return (
    <Stack gap="xs">
      <SortableList
        label={t('pipelines.stage.pick')}
        items={rules}
        nameOf={(name) => name}
        onChange={(next) => onChange(next)}
      />
      <Select
        searchable
        aria-label={t('pipelines.stage.pick.add')}
        placeholder={t(free.length === 0 ? 'pipelines.stage.pick.none' : 'pipelines.stage.pick.add')}
        disabled={free.length === 0}
        nothingFoundMessage={t('ui.list.noMatch')}
        comboboxProps={{ keepMounted: false }}
        attributes={{ option: { translate: 'no' } }}
        data={free}
        value={null}
        onChange={(title) => title !== null && onChange([...rules, title])}
      />
      <Text size="xs" c="dimmed">
        {rich('pipelines.stage.pick.help', {
          link: (text) => <AppLink to={routes.pipelines.rules()}>{text}</AppLink>,
        })}
      </Text>
    </Stack>
  )
}
