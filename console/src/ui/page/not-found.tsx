import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { useDocumentTitle } from '../../base/page/document-title.ts'
import { useLinkProps } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { EmptyState } from './empty-state.tsx'

/** For unknown URLs, routes that are not built, and pages whose entity is gone. */
export function NotFound({ isShareable = false }: { readonly isShareable?: boolean }) {
  const t = useText()
  const title = t(isShareable ? 'errors.notShared.title' : 'errors.notFound.title')
  useDocumentTitle(title)
  const home = useLinkProps(routes.start())
  return (
    <EmptyState
      isPage
      icon={<IconMapOff />}
      title={title}
      text={t(isShareable ? 'errors.notShared.text' : 'errors.notFound.text')}
      action={
        <Button component="a" {...home} variant="default">
          {t('errors.notFound.back')}
        </Button>
      }
    />
  )
}
