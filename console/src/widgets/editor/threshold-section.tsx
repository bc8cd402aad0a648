import { MAX_THRESHOLDS, type Threshold } from '@logyard/contract/views/view-state'
import { ActionIcon, Button, ColorInput, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import { pickableColors } from '../../base/theme/chart-colors.ts'
import { Dimmed } from '../../ui/dimmed.tsx'

interface ThresholdSectionProps {
  readonly thresholds: readonly Threshold[]
  readonly onChange: (thresholds: Threshold[]) => void
}

const COLOR = /^#[0-9a-f]{6}$/

/** The threshold values, each with its colour. */
export function ThresholdSection({ thresholds, onChange }: ThresholdSectionProps) {
  const t = useText()
  const replace = (index: number, threshold: Threshold) => onChange(thresholds.with(index, threshold))
  return (
    <Stack gap={6}>
      <div>
        <Text size="xs" fw={500}>
          {t('widgets.thresholds')}
        </Text>
        <Dimmed size="xs">{t('widgets.thresholds.help')}</Dimmed>
      </div>
      {thresholds.map((threshold, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, their place is their identity
        <Group key={index} gap={4} wrap="nowrap" align="flex-end">
          <NumberInput
            size="xs"
            w={90}
            allowDecimal
            label={t('widgets.thresholds.value')}
            value={threshold.value}
            onChange={(value) => typeof value === 'number' && replace(index, { ...threshold, value })}
          />
          <TextInput
            size="xs"
            flex={1}
            maxLength={100}
            label={t('widgets.thresholds.label')}
            value={threshold.label ?? ''}
            onChange={(event) => replace(index, { ...threshold, label: event.currentTarget.value })}
          />
          <ColorInput
            size="xs"
            w={104}
            label={t('widgets.thresholds.color')}
            value={threshold.color}
            swatches={[...pickableColors('light')]}
            withEyeDropper={false}
            onChange={(color) =>
              COLOR.test(color.toLowerCase()) && replace(index, { ...threshold, color: color.toLowerCase() })
            }
          />
          <ActionIcon
            aria-label={t('widgets.thresholds.remove', { value: threshold.value })}
            onClick={() => onChange(thresholds.toSpliced(index, 1))}
          >
            <IconX size={14} />
          </ActionIcon>
        </Group>
      ))}
      {thresholds.length < MAX_THRESHOLDS && (
        <Button
          size="compact-xs"
          variant="default"
          w="fit-content"
          leftSection={<IconPlus size={13} />}
          onClick={() => onChange([...thresholds, { value: (thresholds.at(-1)?.value ?? 50) * 2, color: '#d14343' }])}
        >
          {t('widgets.thresholds.add')}
        </Button>
      )}
    </Stack>
  )
}
