import { Fragment, type ReactNode, useMemo } from 'react'
import { type Block, type Inline, parseMarkdown } from './markdown.ts'
import classes from './text.module.css'

/** Rendered Markdown. Headings start one level below the widget's title. */
export function MarkdownView({ text }: { text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  return (
    <div className={classes['text']} translate="no">
      {blocks.map(blockElement)}
    </div>
  )
}

const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const

// Blocks have no identity except their position.
function blockElement(block: Block, key: number): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = HEADINGS[block.level - 1] ?? 'h6'
      return <Heading key={key}>{inlineElements(block.children)}</Heading>
    }
    case 'paragraph':
      return <p key={key}>{inlineElements(block.children)}</p>
    case 'code':
      return (
        <pre key={key}>
          <code>{block.text}</code>
        </pre>
      )
    case 'quote':
      return <blockquote key={key}>{block.blocks.map(blockElement)}</blockquote>
    case 'list': {
      const items = block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index}>{itemElements(item)}</li>
      ))
      return block.isOrdered ? (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      ) : (
        <ul key={key}>{items}</ul>
      )
    }
    case 'table':
      return (
        <table key={key}>
          <thead>
            <tr>{block.head.map((cell, index) => cellElement('th', cell, index))}</tr>
          </thead>
          <tbody>
            {block.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <tr key={index}>{row.map((cell, column) => cellElement('td', cell, column))}</tr>
            ))}
          </tbody>
        </table>
      )
    case 'rule':
      return <hr key={key} />
    default:
      return block satisfies never
  }
}

function cellElement(Cell: 'th' | 'td', children: readonly Inline[], key: number): ReactNode {
  return <Cell key={key}>{inlineElements(children)}</Cell>
}

/** A list item with a single paragraph is rendered without the paragraph. */
function itemElements(item: readonly Block[]): ReactNode {
  return item.map((block, index) =>
    block.kind === 'paragraph' && index === 0 ? (
      <Fragment key="first">{inlineElements(block.children)}</Fragment>
    ) : (
      blockElement(block, index)
    ),
  )
}

const inlineElements = (inlines: readonly Inline[]): ReactNode => inlines.map(inlineElement)

function inlineElement(inline: Inline, key: number): ReactNode {
  switch (inline.kind) {
    case 'text':
      return <Fragment key={key}>{inline.text}</Fragment>
    case 'code':
      return <code key={key}>{inline.text}</code>
    case 'strong':
      return <strong key={key}>{inlineElements(inline.children)}</strong>
    case 'emphasis':
      return <em key={key}>{inlineElements(inline.children)}</em>
    case 'struck':
      return <s key={key}>{inlineElements(inline.children)}</s>
    case 'link':
      return (
        <a key={key} href={inline.href} target="_blank" rel="noopener noreferrer">
          {inlineElements(inline.children)}
        </a>
      )
    case 'break':
      return <br key={key} />
    default:
      return inline satisfies never
  }
}
