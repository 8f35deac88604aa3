package embedded

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestStartAfterTheProgramWasKilled(t *testing.T) {
	t.Parallel()
	o := testOptions(t)
	p := startProgram(t, exec.Command(os.Args[0]), o.DataDir, testBin)
	exec1(t, p.url, "create table ride (name text); insert into ride values ('kept')")
	require.NoError(t, p.cmd.Process.Kill())
	_ = p.cmd.Wait()

	s := start(t, o)
	require.Equal(t, "kept", query1(t, s.URL(), "select name from ride"))
}

func TestTheServerOfAKilledProgramEndsByItself(t *testing.T) {
	t.Parallel()
	o := testOptions(t)
	p := startProgram(t, exec.Command(os.Args[0]), o.DataDir, testBin)
	data := filepath.Join(o.DataDir, "postgres", "data")
	require.NotEmpty(t, processesOf(t, data))
	require.NoError(t, p.cmd.Process.Kill())
	_ = p.cmd.Wait()
	if runtime.GOOS == "linux" {
		require.Eventually(t, func() bool { return len(processesOf(t, data)) == 0 }, 30*time.Second, 20*time.Millisecond)
		return
	}
	require.NoError(t, stopLeftovers(testContext(t), data))
	require.Empty(t, processesOf(t, data))
}

func TestStartEndsAServerThatSomebodyLeftRunning(t *testing.T) {
	t.Parallel()
	o := testOptions(t)
	s := start(t, o)
	exec1(t, s.URL(), "create table ride (name text); insert into ride values ('kept')")
	require.NoError(t, s.Stop(testContext(t)))

	// The same server again, outliving the program that started it.
	programs, err := unpack(o.Archive, o.BinDir, false)
	require.NoError(t, err)
	c := cluster{programs: programs, layout: s.layout, log: s.log, options: o}
	log, err := s.log.open()
	require.NoError(t, err)
	defer log.Close()
	orphan, err := spawn(0, log, programs.postgres(), c.arguments()...)
	require.NoError(t, err)
	require.NoError(t, c.awaitAnswer(testContext(t), orphan))

	s = start(t, o)
	require.True(t, orphan.ended())
	require.Equal(t, "kept", query1(t, s.URL(), "select name from ride"))
}

func TestStartRecoversFromACrashOfTheServer(t *testing.T) {
	t.Parallel()
	o := testOptions(t)
	o.Throwaway = false // what was committed must survive
	s := start(t, o)
	exec1(t, s.URL(), "create table ride (name text); insert into ride values ('kept')")
	require.NoError(t, s.proc.cmd.Process.Signal(syscall.SIGKILL))
	<-s.Done()
	require.ErrorContains(t, s.Stop(testContext(t)), "could not keep running: signal: killed")

	s = start(t, o)
	require.Equal(t, "kept", query1(t, s.URL(), "select name from ride"))
}

func TestAStaleProcessNumberHarmsNobody(t *testing.T) {
	t.Parallel()
	o := testOptions(t)
	s := start(t, o)
	pidFile := filepath.Join(o.DataDir, "postgres", "data", "postmaster.pid")
	content, err := os.ReadFile(pidFile)
	require.NoError(t, err)
	require.NoError(t, s.Stop(testContext(t)))

	// A program that has nothing to do with it got the number meanwhile.
	stranger := exec.Command("sleep", "600")
	require.NoError(t, stranger.Start())
	defer func() {
		_ = stranger.Process.Kill()
		_ = stranger.Wait()
	}()
	number := strconv.Itoa(s.proc.cmd.Process.Pid)
	stale := strconv.Itoa(stranger.Process.Pid) + string(content[len(number):])
	require.NoError(t, os.WriteFile(pidFile, []byte(stale), 0o600))

	start(t, o)
	require.NoError(t, stranger.Process.Signal(syscall.Signal(0)), "the stranger is left alone")
}

// The other tests run as whoever runs them. This one runs as an ordinary user
// when that is root.
func TestOrdinaryUser(t *testing.T) {
	t.Parallel()
	const uid = 54321
	dir, err := os.MkdirTemp("", "rihla-user-") //nolint:usetesting // no other user may enter the folders above t.TempDir
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	// The test binary lies in a folder that only its owner may enter.
	binary := filepath.Join(dir, "program")
	copyFile(t, os.Args[0], binary)
	cmd := exec.Command(binary)
	if os.Geteuid() == 0 {
		require.NoError(t, os.Chown(dir, uid, uid))
		require.NoError(t, os.Chown(binary, uid, uid))
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
	}

	p := startProgram(t, cmd, filepath.Join(dir, "data"), "")
	data, err := os.Stat(filepath.Join(dir, "data", "postgres", "data"))
	require.NoError(t, err)
	owner, err := os.Stat(dir)
	require.NoError(t, err)
	require.Equal(t, owner.Sys().(*syscall.Stat_t).Uid, data.Sys().(*syscall.Stat_t).Uid)
	if os.Geteuid() != 0 {
		require.Equal(t, "rihla", query1(t, p.url, "current_database()"))
	}
	require.NoError(t, p.stdin.Close())
	require.NoError(t, p.cmd.Wait(), "it stops cleanly")
}

func processesOf(t *testing.T, data string) []int {
	t.Helper()
	pids, err := serverProcesses(data)
	require.NoError(t, err)
	return pids
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	require.NoError(t, err)
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o700)
	require.NoError(t, err)
	_, err = io.Copy(out, in)
	require.NoError(t, err)
	require.NoError(t, out.Close())
}
