import { ping } from '@logyard/contract/cluster/cluster'
import {
  Button,
  Center,
  Code,
  Collapse,
  FocusTrap,
  Group,
  Overlay,
  Paper,
  Portal,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import type { ServerUnreachable } from '../../api/api-error.ts'
import { useDocumentTitle } from '../../base/page/document-title.ts'
import { useServices } from '../../base/services/services.tsx'
import { useRichText, useText } from '../../base/text/text.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'

/** Pings more often than usual, so that the page returns soon after the server does. */
const RETRY_MS = 2_000

/** Covers the page while the server is unreachable; the page below stays mounted, with unsaved input. */
export function ServerDownOverlay() {
  const { server } = useServices()
  const state = useSyncExternalStore(server.subscribe, server.state)
  return state.up ? null : <ServerDown error={state.error} />
}

function ServerDown({ error }: { error: ServerUnreachable }) {
  const t = useText()
  const rich = useRichText()
  const { call, config } = useServices()
  const [isOpen, { toggle }] = useDisclosure(false)
  useDocumentTitle(t('errors.down.title'))
  useEffect(() => {
    // A failed ping has already updated the server's availability.
    const timer = setInterval(() => void call(ping, { extendSession: false }).catch(() => undefined), RETRY_MS)
    return () => clearInterval(timer)
  }, [call])
  return (
    <Portal>
      <Overlay fixed zIndex={900} backgroundOpacity={0.75} blur={3}>
        <Center h="100dvh" p="md">
          <FocusTrap active>
            <Paper
              p="xl"
              maw={560}
              w="100%"
              shadow="xl"
              role="alertdialog"
              aria-modal
              aria-labelledby="server-down"
              tabIndex={-1}
              data-autofocus
            >
              <Stack gap="md">
                <Group gap="sm" wrap="nowrap">
                  <IconPlugConnectedX aria-hidden />
                  <Title order={1} id="server-down">
                    {t('errors.down.title')}
                  </Title>
                </Group>
                <Text size="sm">
                  {rich('errors.down.text', { url: () => <Code translate="no">{config.apiUrl}</Code> })}
                </Text>
                <Text size="sm" c="dimmed">
                  {t('errors.down.return')}
                </Text>
                <div>
                  <Button size="xs" variant="default" onClick={toggle} aria-expanded={isOpen}>
                    {isOpen ? t('errors.down.less') : t('errors.down.more')}
                  </Button>
                </div>
                <Collapse expanded={isOpen}>
                  <DefinitionList
                    items={[
                      { label: t('errors.down.message'), value: error.message || <span>{t('errors.down.none')}</span> },
                      { label: t('errors.down.request'), value: `${error.method} ${error.url}` },
                      { label: t('errors.down.status'), value: <span>{t('errors.down.noStatus')}</span> },
                      { label: t('errors.down.full'), value: String(error.cause ?? error) },
                    ]}
                  />
                </Collapse>
              </Stack>
            </Paper>
          </FocusTrap>
        </Center>
      </Overlay>
    </Portal>
  )
}
