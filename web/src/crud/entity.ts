import type { ParseKeys } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Permission } from '@/api/types';
import type { SessionUser } from '@/stores/auth';

/**
 * What every record has. `updatedAt`, when it is sent back with a change, has the server refuse to overwrite somebody's;
 * `franchiseId` is whose it is, null the platform's.
 */
export interface Row {
  readonly id: string;
  readonly franchiseId?: string | null;
  readonly updatedAt?: string | null;
}

/** A page of a list, as the API gives it. */
export interface Rows<R> {
  readonly rows: R[];
  /** Of all pages, as far as they were counted; `totalIsCapped`: there are more. */
  readonly total: number;
  readonly totalPages: number;
  readonly totalIsCapped?: boolean;
}

/** A column of the list: what stands in a card on a phone, too. The first one names the record and leads to it. */
export interface Column<R> {
  readonly key: string;
  readonly label: ParseKeys;
  readonly cell: (row: R) => ReactNode;
  /** Name of the order in the API; a column without one cannot be sorted by. */
  readonly sort?: string;
  /** Numbers stand at the end of their column. */
  readonly numeric?: boolean;
  /** Not shown until it is chosen. */
  readonly hidden?: boolean;
  /** Leaves before the others where there is no room for all of them. */
  readonly spare?: boolean;
  /** Who has it at all; everybody when absent. */
  readonly visible?: (user: SessionUser) => boolean;
}

/** One of a few values, each with its name. */
export interface Choice {
  readonly value: string;
  readonly label: ParseKeys;
  /** Comes and goes by itself: a form shows it while it is so, and nobody can choose it. */
  readonly derived?: boolean;
}

/** A record of another entity, as it is shown where it is chosen. */
export interface RelationOption {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
}

/** How records of another entity are found by text, and named by id. */
export interface Relation {
  /** Root of its query keys. */
  readonly key: string;
  /** Found by text alone: nothing is offered before something is typed. */
  readonly byText?: boolean;
  search(text: string, signal: AbortSignal): Promise<RelationOption[]>;
  one(id: string, signal: AbortSignal): Promise<RelationOption>;
}

interface FilterBase {
  readonly label: ParseKeys;
  readonly visible?: (user: SessionUser) => boolean;
  /** Seldom asked for: behind a button, unless it is on. */
  readonly rare?: true;
}

/** What a parameter of a filter holds: a list where several values are chosen. */
export type FilterValue = string | readonly string[];

/** A filter of the list; `name`, `from` and `to` are parameters of the API, and of the page's address. */
export type Filter = FilterBase &
  /** `several`: rows of any of the chosen values; the parameter repeats, in the API and in the address. */
  (
    | {
        readonly kind: 'choice';
        readonly name: string;
        readonly options: readonly Choice[];
        readonly several?: true;
      }
    | { readonly kind: 'flag'; readonly name: string; readonly yes?: ParseKeys; readonly no?: ParseKeys }
    | { readonly kind: 'text'; readonly name: string }
    | { readonly kind: 'relation'; readonly name: string; readonly relation: Relation }
    /**
     * Days, `2026-12-01`, both ends included. `instants`: the API takes moments, so it is asked for the first and the last of
     * these days on Morocco's clock; the address may name a moment itself.
     */
    | { readonly kind: 'dates'; readonly from: string; readonly to: string; readonly instants?: true }
    /** Numbers of at least 0. */
    | { readonly kind: 'range'; readonly from: string; readonly to: string }
  );

/** A question that is asked often: filters and an order under a name. */
export interface View {
  readonly key: string;
  readonly label: ParseKeys;
  /** Worked out when it is shown: "today" moves on. */
  readonly filters: () => Readonly<Record<string, FilterValue>>;
  readonly sort?: string;
}

/** What a form holds of a field: a string for every kind but `checkbox` (a boolean) and `custom` (its own). */
export type FieldValue = unknown;

export interface CustomFieldProps {
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
  readonly onBlur: () => void;
  /** Name of the field: prefix of the fields that the server refuses below it. */
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  /** Why the whole of it is refused. */
  readonly error: string | undefined;
  /** Why parts of it are refused, by what follows the field's name, `monday.start`, or by the member of the body. */
  readonly errors: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  /** What the other fields hold: what can be chosen may depend on it. */
  readonly values: Readonly<Record<string, FieldValue>>;
}

interface FieldBase<R> {
  /** Member of the API's body, and of the row unless `read` says otherwise. */
  readonly name: string;
  readonly label: ParseKeys;
  readonly hint?: ParseKeys;
  readonly required?: boolean;
  /** Takes both columns of the form. */
  readonly wide?: boolean;
  readonly visible?: (user: SessionUser) => boolean;
  /** Whether it is there, by what else the form holds; one that is not there is neither checked nor sent. */
  readonly when?: (values: Readonly<Record<string, FieldValue>>) => boolean;
  /** Only while adding, or only while editing; else in both. */
  readonly only?: 'add' | 'edit';
  /** What the form holds of a row. */
  readonly read?: (row: R) => FieldValue;
  /** What is sent of what the form holds. `undefined` is not sent. */
  readonly write?: (value: FieldValue) => unknown;
  /** What a new record begins with. */
  readonly initial?: FieldValue;
  /** Not kept as a draft: it is typed again after a reload. */
  readonly secret?: true;
  /** A code of `errors.fields`, or a sentence, when a value will not do. */
  readonly check?: (value: FieldValue, values: Readonly<Record<string, FieldValue>>) => string | undefined;
}

/** A field of the form. */
export type Field<R> = FieldBase<R> &
  (
    | { readonly kind: 'text' | 'email' | 'phone' | 'url'; readonly max?: number; readonly code?: boolean }
    | { readonly kind: 'textarea'; readonly max?: number; readonly rows?: number }
    | {
        readonly kind: 'number';
        readonly min?: number;
        readonly max?: number;
        /** Places after the point; 0, a whole number, when absent. */
        readonly decimals?: number;
        readonly unit?: ParseKeys;
      }
    /** Dirham with at most two decimals. */
    | { readonly kind: 'money'; readonly min?: number }
    | { readonly kind: 'select'; readonly options: readonly Choice[]; readonly none?: ParseKeys }
    | { readonly kind: 'checkbox' | 'date' | 'time' }
    | { readonly kind: 'relation'; readonly relation: Relation; readonly none?: ParseKeys }
    | {
        readonly kind: 'custom';
        readonly render: (field: CustomFieldProps) => ReactNode;
        /**
         * Members of the body that it stands for when they are several, such as both coordinates of a place. Its value is
         * a record of them, or null when they are all empty.
         */
        readonly members?: readonly string[];
      }
  );

/** Fields that belong together, under a heading of their own. */
export interface FieldGroup<R> {
  readonly title?: ParseKeys;
  readonly lead?: ParseKeys;
  readonly fields: readonly Field<R>[];
}

/** Something that is done to every chosen row, one after the other; each is reported. */
export interface BulkAction<R> {
  readonly key: string;
  readonly label: ParseKeys;
  readonly icon: LucideIcon;
  readonly permission?: Permission;
  readonly visible?: (user: SessionUser) => boolean;
  /** Rows that it makes no sense for are left out. */
  readonly applies?: (row: R) => boolean;
  run(row: R): Promise<unknown>;
  /** How to take it back. */
  undo?(row: R): Promise<unknown>;
  /** Asked about first: for what cannot be taken back. */
  readonly confirm?: ParseKeys;
}

/**
 * An entity of the admin area, described once: its list, cards, filters, form, deletion and export follow from it
 * (docs/admin-kit.md). `New`, `Changes` and `Query` are what the API takes.
 */
export interface Entity<
  R extends Row,
  New extends object = object,
  Changes extends object = object,
  Query extends object = object,
> {
  /** First part of its addresses below `/admin`, and root of its query keys. */
  readonly key: string;
  readonly texts: {
    readonly title: ParseKeys;
    readonly lead?: ParseKeys;
    /** The button that leads to a new one, and the title of that page; absent where nobody adds any. */
    readonly add?: ParseKeys;
    readonly emptyTitle: ParseKeys;
    readonly emptyText: ParseKeys;
    /** Said before the record is deleted: what goes with it, or keeps it. */
    readonly removal?: ParseKeys;
  };
  readonly may: { readonly create?: Permission; readonly update?: Permission; readonly remove?: Permission };
  /** How people call a record. */
  readonly name: (row: R) => string;

  page(query: Query, signal: AbortSignal): Promise<Rows<R>>;
  /** Absent: records have no page of their own kind. */
  one?(id: string, signal: AbortSignal): Promise<R>;
  /** Where a row leads, when not to its form; undefined: nowhere. */
  readonly path?: (row: R) => string | undefined;
  create?(body: New): Promise<R>;
  /** New ones are made on a page of their own at the usual address, without `create`. */
  readonly addedApart?: true;
  change?(id: string, body: Changes): Promise<R>;
  remove?(id: string): Promise<void>;
  /** The filtered list as CSV, as it comes. */
  download?(query: Query, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;

  readonly columns: readonly Column<R>[];
  /** Order of the list when none is asked for: `name`, `-createdAt`. The API's own when absent. */
  readonly sort?: string;
  readonly filters: readonly Filter[];
  /** Above the filters, one press each. The list without any filter is always the first of them. */
  readonly views?: readonly View[];
  /** Whether the API searches by text (`q`). */
  readonly search?: boolean;
  readonly form: readonly FieldGroup<R>[];
  readonly bulk?: readonly BulkAction<R>[];
  /** Rows that the person sees and may not change, such as the platform's for a franchise; all when absent. */
  readonly editable?: (row: R, user: SessionUser) => boolean;
  /** Which of these may be deleted, one's own account for one never; all when absent. */
  readonly removable?: (row: R, user: SessionUser) => boolean;
  /** Who has only one of them: its page stands in place of the list. */
  readonly only?: (user: SessionUser) => string | null;
  /** A deleted record can be made again of what was known of it. */
  readonly restorable?: boolean;
  /** Fields that codes are about which the server does not tie to a field. */
  readonly refusals?: Readonly<Record<string, string>>;
  /** Where saving leads: back to the list, or to the record, which stays open. */
  readonly afterSave?: 'list' | 'record';
  /** Above the form of an existing record: what waits to be decided about it. */
  readonly notice?: (row: R) => ReactNode;
  /** Beside the form of an existing record: pictures, a calendar, whatever is saved by itself. */
  readonly panels?: (row: R) => ReactNode;
}

/** Gives a description its type. */
export function defineEntity<
  R extends Row,
  New extends object = object,
  Changes extends object = object,
  Query extends object = object,
>(entity: Entity<R, New, Changes, Query>): Entity<R, New, Changes, Query> {
  return entity;
}

/** Addresses of an entity's pages. */
export const listPath = (entity: { readonly key: string }) => `/admin/${entity.key}`;
export const addPath = (entity: { readonly key: string }) => `/admin/${entity.key}/add`;
/** Where the name of a row leads. */
export const rowPath = <R extends Row>(entity: Pick<Entity<R>, 'key' | 'path'>, row: R) =>
  entity.path ? entity.path(row) : editPath(entity, row.id);
export const editPath = (entity: { readonly key: string }, id: string) => `/admin/${entity.key}/edit/${id}`;
