import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { statusText } from '../../api/api-error.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { InputSelect } from './input-select.tsx'
import type { LoadedMessage } from './loaded-message.ts'
import { newestMessage } from './newest-message.ts'

interface RecentMessageProps {
  /** `undefined`: the user selects one. */
  readonly inputId: string | undefined
  readonly onLoad: (message: LoadedMessage) => void
}

export function RecentMessage({ inputId, onLoad }: RecentMessageProps) {
  const t = useText()
  const call = useCall()
  const notify = useNotify()
  const [selected, setSelected] = useState<string | null>(null)
  const wanted = inputId ?? selected
  const load = useMutation({
    mutationFn: (id: string) => newestMessage(call, id),
    onSuccess(message) {
      if (message === undefined) notify.error(t('messages.load.noRecent'))
      else onLoad(message)
    },
    onError: (error) =>
      notify.error(t('messages.load.failed', { status: statusText(error) }), t('messages.load.failed.title')),
  })
  return (
    <Group align="flex-end" gap="sm">
      {inputId === undefined && <InputSelect value={selected} onChange={setSelected} />}
      <Button
        variant="default"
        disabled={wanted === null || load.isPending}
        onClick={() => wanted !== null && load.mutate(wanted)}
      >
        {t(load.isPending ? 'messages.load.loading' : 'messages.load.load')}
      </Button>
    </Group>
  )
}
