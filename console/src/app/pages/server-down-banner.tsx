import { ping } from '@logyard/contract/cluster/cluster'
import { Button, Code, Portal, Text } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import type { ServerUnreachable } from '../../api/api-error.ts'
import { useServices } from '../../base/services/services.tsx'
import { useRichText, useText } from '../../base/text/text.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import classes from './server-down-banner.module.css'

/** Pings more often than usual, so that the page recovers soon after the server does. */
const RETRY_MS = 2_000
const DETAILS_ID = 'server-down-details'

/** Reports an unreachable server above the page, whose contents stay readable and keep unsaved input. */
export function ServerDownBanner() {
  const { server } = useServices()
  const state = useSyncExternalStore(server.subscribe, server.state)
  return state.up ? null : <ServerDown error={state.error} />
}

function ServerDown({ error }: { error: ServerUnreachable }) {
  const t = useText()
  const rich = useRichText()
  const { call, config } = useServices()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') close()
  })
  useEffect(() => {
    // A failed ping has already updated the server's availability.
    const timer = setInterval(() => void call(ping, { extendSession: false }).catch(() => undefined), RETRY_MS)
    return () => clearInterval(timer)
  }, [call])
  const { host } = new URL(config.apiUrl, window.location.href)
  return (
    <Portal>
      <div className={classes['banner']} role="alert">
        <IconPlugConnectedX size={16} aria-hidden />
        <Text size="sm">
          {rich('errors.down', {
            address: () => (
              <b className={classes['address']} translate="no">
                {host}
              </b>
            ),
          })}
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          aria-controls={DETAILS_ID}
          onClick={toggle}
        >
          {t('errors.down.details')}
        </Button>
        {/* Not a popover of Mantine: its code would be in the first load, and cannot be loaded once the server is down. */}
        <div id={DETAILS_ID} className={classes['details']} hidden={!isOpen}>
          <Text size="sm" mb="xs">
            {t('errors.down.check')}
          </Text>
          <DefinitionList
            items={[
              {
                label: t('errors.down.request'),
                value: <Code translate="no">{`${error.method} ${error.url}`}</Code>,
              },
              { label: t('errors.down.message'), value: error.message },
            ]}
          />
        </div>
      </div>
    </Portal>
  )
}
