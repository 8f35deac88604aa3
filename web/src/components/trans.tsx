import type { ParseKeys } from 'i18next';
import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A pair around words, `<terms>the terms</terms>`, or a place of its own, `<email/>`. */
const marked = /<(\w+)>(.*?)<\/\1>|<(\w+)\s*\/>/;

/**
 * A text with elements in it, each where its name stands. An element without a pair around words brings its own
 * content. (The library's component of this name parses any HTML, which costs each page ten times this.)
 */
export function Trans({
  i18nKey,
  components,
}: {
  i18nKey: ParseKeys;
  components: Readonly<Record<string, ReactElement>>;
}) {
  const { t } = useTranslation();
  const nodes: ReactNode[] = [];
  let rest: string = t(i18nKey);
  for (let found = marked.exec(rest); found; found = marked.exec(rest)) {
    const [whole, around, words, alone] = found;
    nodes.push(rest.slice(0, found.index));
    const element = components[around ?? alone ?? ''];
    nodes.push(element && words ? cloneElement(element, {}, words) : (element ?? words));
    rest = rest.slice(found.index + whole.length);
  }
  nodes.push(rest);
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places.
    <Fragment key={index}>{node}</Fragment>
  ));
}
