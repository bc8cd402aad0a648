import { Center } from '@mantine/core'
import { Loading } from '../../ui/loading.tsx'
import { useDocumentTitle } from '../document-title.ts'

/** The whole window waits. */
export function LoadingPage({ title, label }: { title: string; label: string }) {
  useDocumentTitle(title)
  return (
    <Center component="main" mih="100dvh">
      <Loading label={label} />
    </Center>
  )
}
