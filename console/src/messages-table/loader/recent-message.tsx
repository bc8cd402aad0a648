import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { useAction } from '../../ui/action/use-action.ts'
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
  const notify = useNotify()
  const [selected, setSelected] = useState<string | null>(null)
  const wanted = inputId ?? selected
  const load = useAction({
    async run(call, id: string) {
      const message = await newestMessage(call, id)
      if (message === undefined) notify.error(t('messages.load.noRecent'))
      else onLoad(message)
    },
    texts: 'messages.load',
    changes: [],
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
