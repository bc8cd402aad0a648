import type { FunctionDescriptor } from '@logyard/contract/pipelines/rule-functions'
import classes from './function-card.module.css'
import { signatureOf } from './rule-signature.ts'

/** The documentation of a function, for places that the editor renders. */
export function functionCard(one: FunctionDescriptor): HTMLElement {
  const card = document.createElement('div')
  card.className = classes['card'] ?? ''
  card.translate = false
  const add = (name: string, text: string) => {
    const line = document.createElement('div')
    line.className = classes[name] ?? ''
    line.textContent = text
    card.append(line)
  }
  add('signature', signatureOf(one))
  add('text', one.deprecated ?? one.description ?? '')
  for (const { name, description } of one.params) {
    if (description !== null && description !== '') add('param', `${name}: ${description}`)
  }
  if (one.example.source !== '') add('example', `${one.example.source}\n→ ${one.example.result}`)
  return card
}
