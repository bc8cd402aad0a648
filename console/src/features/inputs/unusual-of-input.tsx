import { forgetUnusualOfInput } from '@logyard/contract/fields/unusual-messages'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Button, Group, Modal, Text, UnstyledButton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { Loaded } from '../../ui/page/loaded.tsx'
import { UnusualList } from '../../unusual-messages/unusual-list.tsx'
import { UNUSUAL_KEY, unusualCountsQuery, unusualOfInputQuery } from '../../unusual-messages/unusual-queries.ts'
import classes from './inputs.module.css'

/** The number of the input's messages with an unusual shape, with a dialog that lists them; hidden if zero. */
export function UnusualOfInput({ input }: { input: InputSummary }) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const counts = useQuery(unusualCountsQuery(useCall()))
  const count = counts.data?.inputs.find(({ id }) => id === input.id)?.count ?? 0
  if (count === 0 && !isOpen) return null
  return (
    <>
      <Group gap={6} mt="xs" wrap="nowrap" className={classes['unusual'] ?? ''}>
        <IconInfoCircle size={15} aria-hidden />
        <UnstyledButton className={classes['unusualButton'] ?? ''} onClick={() => setIsOpen(true)}>
          {t('unusual.count', { count })}
        </UnstyledButton>
      </Group>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={t('unusual.title')} size="lg">
        <UnusualDialog input={input} onClose={() => setIsOpen(false)} />
      </Modal>
    </>
  )
}

function UnusualDialog({ input, onClose }: { input: InputSummary; onClose: () => void }) {
  const t = useText()
  const canForget = useMay()(forgetUnusualOfInput, { inputId: input.id })
  const forget = useAction({
    run: async (call, inputId: string) => {
      await call(forgetUnusualOfInput, { params: { inputId } })
      onClose()
    },
    texts: 'unusual.forget',
    changes: [UNUSUAL_KEY],
  })
  return (
    <Loaded query={useQuery(unusualOfInputQuery(useCall(), input.id))}>
      {({ fields }) => (
        <>
          <Text size="sm" c="dimmed" mb="md">
            {t('unusual.description')}
          </Text>
          <UnusualList fields={fields} />
          {canForget && (
            <Group justify="flex-end" mt="md">
              <Button variant="default" loading={forget.isPending} onClick={() => forget.mutate(input.id)}>
                {t('unusual.forget')}
              </Button>
            </Group>
          )}
        </>
      )}
    </Loaded>
  )
}
