import { createInput, getInput } from '@logyard/contract/ingest/inputs'
import { Button, Group, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { statusText } from '../../api/api-error.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { FIRST_INPUTS, type StartedInput, startInputs } from '../../ingest/start-inputs.ts'
import { DimmedWords } from '../../ui/dimmed.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { Step } from '../../ui/step/step.tsx'
import classes from './getting-started.module.css'
import type { RunningInput } from './use-first-steps.ts'

/** Starts GELF and syslog with one click, and lists the inputs that run. */
export function StartStep({ running }: { running: readonly RunningInput[] }) {
  const t = useText()
  const may = useMay()
  const call = useCall()
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: () => startInputs(call, FIRST_INPUTS),
    onSettled: () => client.invalidateQueries({ queryKey: ['inputs'] }),
  })
  const isDone = running.length > 0
  return (
    <Step number={1} title={t('gettingStarted.start')} isDone={isDone}>
      {!isDone && <Text size="sm">{t('gettingStarted.start.text')}</Text>}
      <ul className={classes['inputs']}>
        {running.map(({ input }) => (
          <li key={input.id}>
            <StatusDot tone="ok">
              <span translate="no">{input.title}</span>
            </StatusDot>
            <DimmedWords>
              {t('gettingStarted.start.port', { port: String(input.attributes['port'] ?? '') })}
            </DimmedWords>
          </li>
        ))}
      </ul>
      <div role="status">
        {start.data?.map((input) => (
          <Notice key={input.title} input={input} />
        ))}
      </div>
      {start.error !== null && (
        <Text size="sm" c="red" role="alert">
          {t('gettingStarted.start.failed', { status: statusText(start.error) })}
        </Text>
      )}
      {may([getInput, createInput]) && (
        <Group gap="xs" mt="sm">
          {!isDone && (
            <Button leftSection={<IconPlayerPlay size={15} />} loading={start.isPending} onClick={() => start.mutate()}>
              {t('gettingStarted.start.button')}
            </Button>
          )}
          <LinkButton to={routes.inputs.list()} variant={isDone ? 'default' : 'subtle'}>
            {t(isDone ? 'gettingStarted.start.more' : 'gettingStarted.start.other')}
          </LinkButton>
        </Group>
      )}
    </Step>
  )
}

/** Only for an input that did not start as planned. */
function Notice({ input: { title, port, wantedPort, failure } }: { input: StartedInput }) {
  const t = useText()
  if (failure === undefined && port === wantedPort) return null
  return (
    <Text size="sm" mt="xs">
      {failure === undefined
        ? t('gettingStarted.start.moved', { title, port: String(port), taken: String(wantedPort) })
        : t('gettingStarted.start.notRunning', { title, reason: failure })}
    </Text>
  )
}
