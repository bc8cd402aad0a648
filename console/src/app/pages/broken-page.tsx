import { Button, Code, Container, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useDocumentTitle } from '../../base/page/document-title.ts'
import { useText } from '../../base/text/text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** A screen failed to render, or its chunk no longer exists after an update of the server. */
export function BrokenPage({ error: thrown }: { error: unknown }) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const t = useText()
  useDocumentTitle(t('errors.broken.title'))
  const [isOpen, { toggle }] = useDisclosure(import.meta.env.DEV)
  const details = `${window.location.href}\n${error.message}\n${error.stack ?? ''}`
  return (
    <Container size="sm" py="xl" role="alert">
      <Stack gap="md">
        <Title order={1}>{t('errors.broken.title')}</Title>
        <Text size="sm">{t('errors.broken.text')}</Text>
        <Code block translate="no">
          {error.message}
        </Code>
        <Group gap="sm">
          <Button size="xs" onClick={() => window.location.reload()}>
            {t('errors.broken.reload')}
          </Button>
          <CopyButton withLabel value={details} label={t('errors.copy')} />
          <Button size="xs" variant="subtle" color="gray" onClick={toggle} aria-expanded={isOpen}>
            {isOpen ? t('errors.broken.less') : t('errors.broken.more')}
          </Button>
        </Group>
        {isOpen && (
          <Code block translate="no">
            {error.stack}
          </Code>
        )}
      </Stack>
    </Container>
  )
}
