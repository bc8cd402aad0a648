import { Button, Fieldset, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'
import { PeriodInput } from './period-input.tsx'
import { isRepeated, isValidPeriod, type OptionDraft } from './search-config-draft.ts'

interface RangeOptionsProps {
  readonly label: string
  readonly options: readonly OptionDraft[]
  readonly mayBeZero: boolean
  readonly onChange: (options: readonly OptionDraft[]) => void
}

/** The offered ranges: each is a period and a label. */
export function RangeOptions({ label, options, mayBeZero, onChange }: RangeOptionsProps) {
  const t = useText()
  const replace = (index: number, changes: Partial<OptionDraft>) =>
    onChange(options.map((option, place) => (place === index ? { ...option, ...changes } : option)))
  return (
    <Fieldset legend={label}>
      <Stack gap="xs">
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: while typed, an option has no identity but its position
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <PeriodInput
              label={t('configurations.option.period', { number: index + 1 })}
              isLabelHidden
              value={option.period}
              isValid={isValidPeriod(option.period, mayBeZero) && !isRepeated(options, index)}
              onChange={(period) => replace(index, { period })}
            />
            <TextInput
              flex={1}
              aria-label={t('configurations.option.label', { number: index + 1 })}
              translate="no"
              value={option.label}
              error={option.label.trim() === ''}
              onChange={(event) => replace(index, { label: event.currentTarget.value })}
            />
            <ToolButton
              size="lg"
              label={t('configurations.option.delete', { number: index + 1 })}
              onClick={() => onChange(options.toSpliced(index, 1))}
            >
              <IconTrash size={16} />
            </ToolButton>
          </Group>
        ))}
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...options, { period: '', label: '' }])}
          >
            {t('configurations.option.add')}
          </Button>
        </div>
      </Stack>
    </Fieldset>
  )
}
