// An answer as a page. The values stand as the server sent them, in the units that its columns name.
import type { Answer, Block, Cell, ColumnInfo, Integer, Page, SkillInfo } from './protocol';

type Value = Answer['rows'][number][string];

export function answerPage(answer: Answer, skill: SkillInfo): Page {
  const blocks: Block[] = [{ kind: 'paragraph', text: skill.doc }];
  if (answer.reason) blocks.push({ kind: 'paragraph', text: answer.reason });
  for (const need of answer.needs ?? []) blocks.push({ kind: 'paragraph', text: need });
  if (answer.rows.length > 0) {
    const header = answer.columns.map(headerCell);
    const rows = answer.rows.map((row) => answer.columns.map((column) => valueCell(row[column.name], column)));
    const caption = answer.truncated ? `${grouped(answer.rows.length)} of ${grouped(answer.total_rows)} rows.` : '';
    blocks.push({ kind: 'table', header, rows, caption });
  }
  for (const note of answer.notes) blocks.push({ kind: 'paragraph', text: note });
  return { title: skill.title, blocks };
}

function headerCell(column: ColumnInfo): Cell {
  const told = ['', 'count', 'ref', 'share'].includes(column.unit) || column.name.endsWith(`_${column.unit}`);
  const unit = told ? '' : ` (${column.unit.replace('clock_ns', 'ns').replaceAll('_per_', '/')})`;
  return { text: `${column.name}${unit}`, number: column.type !== 'text' };
}

function valueCell(value: Value | undefined, column: ColumnInfo): Cell {
  if (value === null || value === undefined) return { text: '', number: column.type !== 'text' };
  if (column.unit === 'ref') return { text: String(value), target: String(value) };
  if (typeof value !== 'number') return { text: String(value), number: column.type !== 'text' };
  if (column.unit === 'share') return { text: `${(100 * value).toFixed(1)} %`, number: true, share: value };
  const text = column.unit !== '' && Number.isInteger(value) ? grouped(value) : String(value);
  return { text, number: true };
}

function grouped(value: Integer): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : value;
}
