import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { readRows } from './read-rows';

/** How often the progress of a download is shown. */
const showEvery = 150;

/** Saves the filtered list as CSV. While it comes it shows how far it is, and can be stopped. */
export function ExportButton({
  name,
  total,
  download,
}: {
  /** Of the file, without its ending. */
  name: string;
  /** How many rows there are to come; undefined: nobody has counted them. */
  total: number | undefined;
  download: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
}) {
  const { t } = useTranslation();
  const [rows, setRows] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const run = async () => {
    const controller = new AbortController();
    stop.current = controller;
    setRows(0);
    let shown = 0;
    try {
      const stream = await download(controller.signal);
      const file = await readRows(stream, (count) => {
        const now = Date.now();
        if (now - shown < showEvery) return;
        shown = now;
        setRows(count);
      });
      if (controller.signal.aborted) return;
      saveFile(new Blob(file.parts, { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
      notify({ tone: 'success', title: t('admin.export.done', { count: file.rows }) });
    } catch (cause) {
      if (controller.signal.aborted) return;
      notify({
        tone: 'danger',
        title: t('admin.export.failed'),
        text: problemText(asProblem(cause), t),
        action: { label: t('common.retry'), onClick: () => void run() },
      });
    } finally {
      setRows(undefined);
    }
  };

  const cancel = () => {
    stop.current?.abort();
    setRows(undefined);
  };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<Download aria-hidden="true" size={17} />}
        onClick={() => void run()}
      >
        {t('admin.export.export')}
      </Button>
      <Dialog
        open={rows !== undefined}
        onOpenChange={cancel}
        title={t('admin.export.running')}
        closeLabel={t('admin.export.cancel')}
        actions={
          <Button variant="secondary" onClick={cancel}>
            {t('admin.export.cancel')}
          </Button>
        }
      >
        <progress
          className="progress w-full"
          {...(total !== undefined && { max: Math.max(total, rows ?? 0, 1), value: rows ?? 0 })}
          aria-label={t('admin.export.running')}
        />
        <p className="figures mt-2 text-sm text-muted">
          {total === undefined
            ? t('admin.export.rowsSoFar', { count: rows ?? 0 })
            : t('admin.export.rows', { count: rows ?? 0, total })}
        </p>
      </Dialog>
    </>
  );
}
