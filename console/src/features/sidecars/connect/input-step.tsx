import { createInput } from '@logyard/contract/ingest/inputs'
import { Button, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { runningInputsQuery } from '../../../ingest/running-inputs-query.ts'
import { BEATS_INPUT, startInputs } from '../../../ingest/start-inputs.ts'
import { useAction } from '../../../ui/action/use-action.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Step } from '../../../ui/step/step.tsx'
import { BEATS_TYPES, portOfType } from '../forms/fill-template.ts'

/** The input that Filebeat and Winlogbeat send to, started with one click. */
export function InputStep() {
  const t = useText()
  const may = useMay()
  const inputs = useQuery(runningInputsQuery(useCall())).data
  const port = portOfType(inputs ?? [], BEATS_TYPES)
  const start = useAction({
    run: async (call, _: undefined) => {
      const [started] = await startInputs(call, [BEATS_INPUT])
      if (started?.failure !== undefined) throw new Error(started.failure)
    },
    texts: 'sidecars.toast.input',
    changes: [['inputs']],
  })
  return (
    <Step number={1} title={t('sidecars.connect.input')} isDone={port !== undefined}>
      {port !== undefined && <Dimmed>{t('sidecars.connect.input.port', { port: String(port) })}</Dimmed>}
      {inputs !== undefined && port === undefined && (
        <>
          <Text size="sm" mb="xs">
            {t('sidecars.connect.input.none')}
          </Text>
          {may(createInput) && (
            <Button
              leftSection={<IconPlayerPlay size={15} />}
              loading={start.isPending}
              onClick={() => start.mutate(undefined)}
            >
              {t('sidecars.connect.input.start', { port: String(BEATS_INPUT.port) })}
            </Button>
          )}
        </>
      )}
    </Step>
  )
}
