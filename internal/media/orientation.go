package media

import (
	"bytes"
	"encoding/binary"
)

// orientation is how a camera was held, 1 to 8 (Exif 2.3, tag 0x0112): 1 is upright. What cannot be read is upright.
func orientation(k kind, content []byte) int {
	var exif []byte
	switch k {
	case jpegKind:
		exif = exifOfJPEG(content)
	case pngKind:
		exif = chunk(content[8:], "eXIf", pngChunk)
	case webpKind:
		exif = bytes.TrimPrefix(chunk(content[12:], "EXIF", riffChunk), exifMark)
	default:
		return 1
	}
	return orientationOf(exif)
}

var exifMark = []byte("Exif\x00\x00")

// exifOfJPEG walks the segments before the picture's data.
func exifOfJPEG(b []byte) []byte {
	const (
		startOfScan = 0xDA
		app1        = 0xE1
	)
	for at := 2; at+4 <= len(b) && b[at] == 0xFF; {
		marker, length := b[at+1], int(binary.BigEndian.Uint16(b[at+2:]))
		if marker == 0xFF { // padding
			at++
			continue
		}
		if marker == startOfScan || length < 2 || at+2+length > len(b) {
			return nil
		}
		if body := b[at+4 : at+2+length]; marker == app1 && bytes.HasPrefix(body, exifMark) {
			return body[len(exifMark):]
		}
		at += 2 + length
	}
	return nil
}

// chunkLayout reads the head of a chunk: its name, how long its body is, where the body begins and where the next chunk
// does.
type chunkLayout func(head []byte) (name string, length uint32, begin, trailer int)

func pngChunk(b []byte) (string, uint32, int, int) {
	return string(b[4:8]), binary.BigEndian.Uint32(b), 8, 4 // a checksum follows
}

func riffChunk(b []byte) (string, uint32, int, int) {
	length := binary.LittleEndian.Uint32(b[4:])
	return string(b[:4]), length, 8, int(length % 2) // padded to even
}

func chunk(b []byte, wanted string, layout chunkLayout) []byte {
	for len(b) >= 8 {
		name, length, begin, trailer := layout(b)
		if int64(length) > int64(len(b)-begin) {
			return nil
		}
		end := begin + int(length)
		if name == wanted {
			return b[begin:end]
		}
		b = b[min(end+trailer, len(b)):]
	}
	return nil
}

// orientationOf reads the tag from the first directory of a TIFF header.
func orientationOf(tiff []byte) int {
	const (
		tag       = 0x0112
		entrySize = 12
	)
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.LittleEndian
	switch string(tiff[:4]) {
	case "II*\x00":
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 1
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	entries := int(order.Uint16(tiff[at:]))
	for list := tiff[at+2:]; entries > 0 && len(list) >= entrySize; entries, list = entries-1, list[entrySize:] {
		if order.Uint16(list) != tag {
			continue
		}
		if found := int(order.Uint16(list[8:])); found >= 1 && found <= 8 {
			return found
		}
	}
	return 1
}
