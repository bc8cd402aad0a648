import { Group, Progress, Text } from '@mantine/core'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { fillOf, toneOfFill } from './journal/journal-fill.ts'
import type { NodeFigures } from './node-figures.ts'

const BUFFERS = ['input', 'process', 'output'] as const

interface BuffersSectionProps {
  readonly nodeId: string
  readonly figures: NodeFigures | undefined
}

/** How full the buffers between inputs, processing and the message store are. */
export function BuffersSection({ nodeId, figures }: BuffersSectionProps) {
  const t = useText()
  return (
    <FormSection title={t('nodes.buffers')}>
      {BUFFERS.map((buffer) => (
        <div key={buffer}>
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={550}>
              {t(`nodes.buffers.${buffer}`)}
            </Text>
            <LinkButton
              size="compact-xs"
              variant="subtle"
              aria-label={t('nodes.buffers.metrics', { buffer: t(`nodes.buffers.${buffer}`) })}
              to={routes.metrics(nodeId, { filter: `org\\.graylog2\\.buffers\\.${buffer}\\.|${buffer}buffer` })}
            >
              {t('nodes.metrics')}
            </LinkButton>
          </Group>
          <Buffer
            name={t(`nodes.buffers.${buffer}`)}
            used={figures?.[`${buffer}Buffer`]}
            size={figures?.[`${buffer}BufferSize`]}
            isLoading={figures === undefined}
          />
        </div>
      ))}
    </FormSection>
  )
}

interface BufferProps {
  readonly name: string
  readonly used: number | undefined
  readonly size: number | undefined
  readonly isLoading: boolean
}

function Buffer({ name, used, size, isLoading }: BufferProps) {
  const t = useText()
  if (used === undefined || size === undefined) {
    return <Dimmed size="xs">{t(isLoading ? 'ui.loading' : 'nodes.buffers.unavailable')}</Dimmed>
  }
  const fill = fillOf(used, size)
  return (
    <>
      <Progress size="lg" mb={4} value={100 * fill} color={toneOfFill(fill)} aria-label={name} />
      <Dimmed size="xs">{t('nodes.buffers.text', { used, fill })}</Dimmed>
    </>
  )
}
