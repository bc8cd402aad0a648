import { useText } from '../../app/text/text.tsx'
import { Page } from '../../ui/page.tsx'
import { InputLists } from './input-lists.tsx'
import { LaunchInput } from './launch-input.tsx'

/** Everything that receives or fetches messages, on all nodes. */
export function InputsScreen() {
  const t = useText()
  return (
    <Page
      title={t('inputs.title')}
      description={t('inputs.description')}
      crumbs={[{ label: t('shell.system') }]}
      action={<LaunchInput />}
    >
      <InputLists />
    </Page>
  )
}
