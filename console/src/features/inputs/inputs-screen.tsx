import { useText } from '../../base/text/text.tsx'
import { Page } from '../../ui/page/page.tsx'
import { LaunchInput } from './form/launch-input.tsx'
import { InputLists } from './list/input-lists.tsx'

/** All inputs, which receive or fetch messages, on all nodes. */
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
