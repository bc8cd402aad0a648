import { Center } from '@mantine/core'
import { useDocumentTitle } from '../../base/page/document-title.ts'
import { Loading } from '../../ui/page/loading.tsx'

/** Fills the window while something loads. */
export function LoadingPage({ title, label }: { title: string; label: string }) {
  useDocumentTitle(title)
  return (
    <Center component="main" mih="100dvh">
      <Loading label={label} />
    </Center>
  )
}
